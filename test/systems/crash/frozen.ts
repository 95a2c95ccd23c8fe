import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { violationsOf } from '../../network/violations.js'
import { listen } from '../../support/listen.js'
import { inLanes } from '../../support/runs.js'
import type { OpenedJournal } from './databases.js'
import { type HeldCall, type Plan, type Printed, transports } from './program.js'
import { type Life, live, printedBy } from './programs.js'
import { compare, endOf, type RowViolation, type Service } from './service.js'

/** Passes requests on, and holds what the target says until it is released: an answer, or its side of a TLS handshake. */
async function holdAnswers(target: number) {
  let [reach, release] = [(): void => undefined, (): void => undefined]
  /** Resolves when a program waits for it. */
  const held = new Promise<void>((resolve) => (reach = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const { port, stop } = await listen((client) => {
    const upstream = connect(target, '127.0.0.1').on('error', () => undefined)
    client.on('close', () => upstream.destroy()).pipe(upstream)
    upstream.once('readable', reach)
    void released.then(() => upstream.pipe(client))
  })
  return { port, held, release, stop }
}

/** What the program of a call is told, so that it is held in a phase by what stands at an address. */
const phases: Readonly<Record<string, (address: string) => Partial<HeldCall>>> = {
  'while a token is asked for': (address) => ({ tokenUrl: `http://${address}/oauth2/token` }),
  'once it is recorded': (address) => ({ recorded: `http://${address}/serverLog` }),
  'in the TLS handshake': (address) => ({ baseUrl: `https://${address}` }),
  'after it was sent': (address) => ({ baseUrl: `http://${address}` }),
  'while it is looked up': (address) => ({ lookUp: `http://${address}/serverLog` }),
}

/** In milliseconds: a process is frozen past its lease, for which the one that follows waits. */
const times = { totalTimeout: 4_000, window: 8_000 }

/** What came of one call of a process that was frozen. */
export interface FrozenCall {
  readonly transport: (typeof transports)[number]
  readonly phase: string
  /** What the thawed process said of it. */
  readonly said: string
  /** How often the service carried it out for the frozen process, and for the one that followed. */
  readonly byFrozen: number
  readonly byOther: number
  /** Whether the row ended as `succeeded`, and the process that followed got the answer. */
  readonly closed: boolean
  readonly violations: readonly RowViolation[]
}

/** Where it happens, and what happens there. */
interface Setting extends Pick<FrozenCall, 'transport'> {
  readonly program: string
  readonly service: Service
  readonly book: string
  readonly journal: OpenedJournal
}

/**
 * One process is frozen with a call in each phase; another settles what it left and makes each call again; then the
 * first goes on.
 */
async function freezeOnce(setting: Setting): Promise<readonly FrozenCall[]> {
  const { program, book, journal, service, transport } = setting
  const held = await Promise.all(
    Object.entries(phases).map(async ([phase, told], at) => {
      const { plain, secured } = service.ports
      const far = await holdAnswers(phase === 'in the TLS handshake' ? secured : plain)
      const call = { phase, refId: `${book}-${at}`, ...told(`127.0.0.1:${far.port}`) }
      return { ...far, call }
    }),
  )
  const calls = held.map(({ call }) => call)
  const common = { ...service.connection, ...journal.place, ...times, book }
  const plan: Plan = { ...common, life: 'frozen', freeze: { transport, calls } }
  const frozen = live(program, plan, { NODE_EXTRA_CA_CERTS: service.authority })
  try {
    // Calls that do not come so far end by themselves, and the process with them.
    await Promise.race([Promise.all(held.map((each) => each.held)), frozen.ended])
    const early = frozen.printed.stdout.match(/ended .*/g)
    if (early !== null) throw new Error(`before the process was frozen: ${early.join(', ')}`)
    await stop(frozen)
    for (const each of held) each.release()
    const following: Plan = {
      ...common,
      life: 'other',
      follow: { wait: times.window + 100, again: calls },
    }
    const other = live(program, following)
    await other.ended
    frozen.child.kill('SIGCONT')
    await frozen.ended
    return await tell(setting, frozen, other, calls)
  } finally {
    frozen.child.kill('SIGKILL')
    for (const each of held) each.stop()
  }
}

/** Resolves when each of its threads stands still. */
async function stop(life: Life): Promise<void> {
  life.child.kill('SIGSTOP')
  while (!(await readFile(`/proc/${life.child.pid ?? ''}/stat`, 'utf8')).includes(') T '))
    await sleep(1)
}

async function tell(
  { book, journal, service, transport }: Setting,
  frozen: Life,
  other: Life,
  calls: readonly Pick<HeldCall, 'phase' | 'refId'>[],
): Promise<readonly FrozenCall[]> {
  const rows = await journal.rows()
  const { entries } = service.bookOf(book)
  const given = printedBy<Printed>(other)
  const found = compare(rows, entries, [...given, ...printedBy<Printed>(frozen)])
  return calls.map(({ phase, refId }): FrozenCall => {
    const by = entries.get(refId)?.by ?? []
    const byFrozen = by.filter((life) => life === 'frozen').length
    const byOther = by.length - byFrozen
    const said = new RegExp(`ended ${phase} (.*)`).exec(frozen.printed.stdout)?.[1] ?? 'nothing'
    // It may have been given what the other's call gave; a failure speaks of its own requests.
    const end = endOf(said.split(' ')[0])
    const done = end === 'ok' ? by.length : byFrozen
    const violations = [
      ...violationsOf({ end }, { seen: byFrozen, done }),
      ...(found.get(refId) ?? []),
    ]
    const row = rows.find((one) => one.refId === refId)
    const closed = row?.state === 'succeeded' && given.some((one) => one.refId === refId)
    return { transport, phase, said, byFrozen, byOther, closed, violations }
  })
}

/** Freezes so many processes over each transport. */
export async function freezeCalls(
  where: Pick<Setting, 'program' | 'service'>,
  name: string,
  open: (book: string) => Promise<OpenedJournal>,
  processes: number,
): Promise<readonly FrozenCall[]> {
  let number = 0
  const freeze = async (transport: FrozenCall['transport']) => {
    const book = `${name.toLowerCase()}-frozen-${number++}`
    return freezeOnce({ ...where, transport, book, journal: await open(book) })
  }
  const rounds = Array.from({ length: processes }, () => transports).flat()
  // Three at the same time: they sleep for most of it.
  const found = await inLanes(3, rounds, (transport) =>
    // On a busy machine a call may be over before its process is frozen.
    freeze(transport).catch((error: unknown) => {
      console.error(`frozen once more: ${(error as Error).message}`)
      return freeze(transport)
    }),
  )
  return found.flat()
}

/** Whether it was told as it was, made once, and closed. */
export function isRight({ byFrozen, byOther, closed, violations }: FrozenCall): boolean {
  return violations.length === 0 && byFrozen + byOther === 1 && closed
}
