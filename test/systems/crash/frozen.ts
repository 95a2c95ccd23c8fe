import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { violationsOf } from '../../network/violations.js'
import { inLanes } from '../../support/runs.js'
import { type Held, holdAnswers, holdByte, holdConnection, holdName, holdOff } from './held.js'
import type { Journal, Kind, Prepared } from './journal.js'
import { type Life, live, printedBy } from './life.js'
import { everyMeans, type FreezePlan, type HeldCall } from './plan.js'
import type { Service } from './service.js'
import { compare, endOf, isEnded, type RowLie } from './truth.js'

/** Ports of the service, plain and behind TLS. */
export interface Ports {
  readonly plain: number
  readonly secured: number
}

/** How a call is held in a phase, and what its program is told of it. */
export interface Phase {
  readonly hold: (ports: Ports) => Promise<Held>
  readonly told: (port: number, ports: Ports) => Partial<HeldCall>
}

const at = (port: number) => ({ baseUrl: `http://127.0.0.1:${port}` })

const phases: Readonly<Record<string, Phase>> = {
  'while a token is asked for': {
    hold: ({ plain }) => holdAnswers(plain),
    told: (port) => ({ tokenUrl: `${at(port).baseUrl}/oauth2/token` }),
  },
  'once it is recorded': { hold: holdByte, told: (port) => ({ recorded: port }) },
  resolving: {
    hold: holdName,
    told: (_, { plain }) => ({ baseUrl: `http://held.localhost:${plain}` }),
  },
  connecting: { hold: ({ plain }) => holdConnection(plain), told: at },
  'in the TLS handshake': {
    hold: ({ secured }) => holdAnswers(secured),
    told: (port) => ({ baseUrl: `https://localhost:${port}` }),
  },
  'before its first byte': {
    hold: ({ plain }) => holdAnswers(plain),
    told: (port) => ({ ...at(port), queued: true }),
  },
  'after it was sent': { hold: ({ plain }) => holdAnswers(plain), told: at },
  'while it waits after 429': { hold: ({ plain }) => holdOff(plain, 2), told: at },
}

/** How long a process is frozen, in milliseconds; the one that follows waits so long. */
const spans = {
  'past its lease': { totalTimeout: 4_000, window: 8_000, wait: 8_100 },
  'within its lease': { totalTimeout: 15_000, window: 30_000, wait: 0 },
  'past its lease, by default': { totalTimeout: 30_000, window: 60_000, wait: 60_100 },
}

export type Span = keyof typeof spans

/** What came of one call of a process that was frozen. */
export interface FrozenCall {
  readonly transport: FreezePlan['transport']
  readonly span: Span
  readonly phase: string
  /** What the thawed process said of it. */
  readonly said: string
  /** How often the service carried it out for the frozen process, and for the one that followed. */
  readonly byFrozen: number
  readonly byOther: number
  /** Whether the rows ended as `succeeded`, and the process that followed got the answers. */
  readonly closed: boolean
  /** Whether nobody has found out what became of it, after both. */
  readonly open: boolean
  readonly violations: readonly RowLie[]
}

/** Where it happens. */
interface Place {
  readonly program: string
  readonly book: string
  readonly service: Service
  readonly journal: Journal
}

/**
 * One process is frozen with a call in each phase; another settles what it left and makes each call again; then the
 * first goes on.
 */
async function freezeOnce(
  place: Place,
  transport: FrozenCall['transport'],
  span: Span,
): Promise<readonly FrozenCall[]> {
  const { program, book, journal, service } = place
  const names = Object.keys(phases)
  const held = await Promise.all(names.map((phase) => hold(phase, service.ports)))
  const refs = new Map(names.map((phase, at) => [phase, `${book}-${at}`]))
  const { wait, ...times } = spans[span]
  // Each phase has a far side, and so a base URL, of its own.
  const account = 'frozen'
  const common = { ...service.connection, ...journal.plan, ...times, book, account }
  const first = live(
    program,
    {
      ...common,
      role: 'freeze',
      life: 'frozen',
      transport,
      names: held.find(({ phase }) => phase === 'resolving')?.port ?? 0,
      calls: held.map(({ phase, told }) => ({ phase, refId: refs.get(phase) ?? '', ...told })),
    },
    { NODE_EXTRA_CA_CERTS: service.authority },
  )
  let other: Life | undefined
  try {
    await reached(first, held)
    const early = first.printed().match(/ended .*/g)
    if (early !== null) throw new Error(`before the process was frozen: ${early.join(', ')}`)
    await stop(first)
    for (const each of held) each.release()
    const again = [...refs.values()]
    other = live(program, { ...common, role: 'follow', life: 'other', wait, again })
    await other.ended
    first.kill('SIGCONT')
    await first.ended
  } finally {
    first.kill('SIGKILL')
    for (const each of held) await each.stop()
  }
  return tell(place, { transport, span }, [first, other], refs)
}

async function hold(phase: string, ports: Ports) {
  const { hold: begin, told } = phases[phase] as Phase
  const far = await begin(ports)
  return { ...far, phase, told: told(far.port, ports) }
}

/** Waits until every phase holds its call. @throws Error where one does not within ten seconds */
async function reached({ printed }: Life, all: readonly Held[]): Promise<void> {
  let came = 0
  for (const { held } of all) void held.then(() => came++)
  const isQueued = (): boolean => printed().includes('recorded before its first byte')
  for (let tries = 0; came < all.length || !isQueued(); tries++) {
    if (tries === 1_000) throw new Error(`not every phase was reached: ${printed()}`)
    await sleep(10)
  }
  // The call that waits for a connection is in undici's queue a moment after its row was written.
  await sleep(50)
}

/** Resolves when each of its threads stands still. */
async function stop(life: Life): Promise<void> {
  life.kill('SIGSTOP')
  while (!(await readFile(`/proc/${life.pid}/stat`, 'utf8')).includes(') T ')) await sleep(1)
}

async function tell(
  { book, journal, service }: Place,
  what: Pick<FrozenCall, 'transport' | 'span'>,
  [frozen, other]: readonly [Life, Life],
  refs: ReadonlyMap<string, string>,
): Promise<readonly FrozenCall[]> {
  const rows = await journal.rows()
  const { entries } = service.bookOf(book)
  return [...refs].map(([phase, ref]): FrozenCall => {
    // The one that followed made each call for the second tenant as well.
    const keys = [`acme-us/${ref}`, `acme-eu/${ref}`]
    const isOwn = ({ key }: { readonly key: string }): boolean => keys.includes(key)
    const own = rows.filter(isOwn)
    const [byFrozen, byOther] = ['frozen', 'other'].map(
      (life) => entries.get(`acme-us/${ref}`)?.by.filter((who) => who === life).length ?? 0,
    ) as [number, number]
    const said = new RegExp(`ended ${phase} (.*)`).exec(frozen.printed())?.[1] ?? 'nothing'
    const given = printedBy(other).filter(isOwn)
    const has = new Map([...entries].filter(([key]) => keys.includes(key)))
    const found = compare(own, has, [...given, ...printedBy(frozen).filter(isOwn)])
    // It may have been given what the other's call gave; a failure speaks of its own requests.
    const end = endOf(said.split(' ')[0] ?? '')
    const told = violationsOf(
      { end },
      { seen: byFrozen, done: end === 'ok' ? byFrozen + byOther : byFrozen },
    )
    const violations = [...told, ...[...found.values()].flat()]
    const closed = given.length === 2 && own.every(({ state }) => state === 'succeeded')
    const open = !own.every(({ state }) => isEnded(state))
    return { ...what, phase, said, byFrozen, byOther, closed, open, violations }
  })
}

/** Processes at the same time: they sleep for most of it. */
const lanes = 3

/** Freezes so many calls over each transport past their leases, and some within them. */
export async function freezeAll(
  kind: Kind,
  { program, open }: Prepared,
  service: Service,
  folder: string,
  calls: number,
  byDefault: boolean,
): Promise<readonly FrozenCall[]> {
  if (process.platform !== 'linux') {
    console.error(`${kind.name}: nothing is frozen: that needs Linux's /proc`)
    return []
  }
  const processes = Math.ceil(calls / Object.keys(phases).length)
  const spans: readonly Span[] = [
    ...Array.from({ length: processes }, () => 'past its lease' as const),
    ...Array.from({ length: Math.ceil(processes / 4) }, () => 'within its lease' as const),
    ...(byDefault ? ['past its lease, by default' as const] : []),
  ]
  const rounds = spans.flatMap((span) => everyMeans.map((transport) => ({ span, transport })))
  let number = 0
  const freeze = async ({ span, transport }: (typeof rounds)[number]) => {
    const book = `${kind.name.toLowerCase()}-frozen-${number++}`
    const own = join(folder, book)
    await mkdir(own)
    const journal = await open(own)
    try {
      return await freezeOnce({ service, program, book, journal }, transport, span)
    } finally {
      await journal.stop()
    }
  }
  const found = await inLanes(lanes, rounds, (round) =>
    // On a busy machine a call may be over before its process is frozen.
    freeze(round).catch((error: unknown) => {
      console.error(`frozen once more: ${(error as Error).message}`)
      return freeze(round)
    }),
  )
  return found.flat()
}
