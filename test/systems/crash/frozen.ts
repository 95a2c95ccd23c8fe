import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Held } from './held.js'
import type { Journal } from './journal.js'
import { type Life, live } from './life.js'
import { type Phase, phases, type Ports } from './phases.js'
import type { FreezePlan } from './plan.js'
import type { FarSide } from './service.js'
import { compare, type Lie } from './truth.js'

/** How long a process is frozen, in milliseconds; the one that follows waits so long. */
const spans = {
  'past its lease': { totalTimeout: 4_000, window: 4_500, wait: 4_600 },
  'within its lease': { totalTimeout: 15_000, window: 16_000, wait: 0 },
  'past its lease, by default': { totalTimeout: 30_000, window: 31_000, wait: 31_100 },
}

export type Span = keyof typeof spans

/** What came of one call of a process that was frozen. */
export interface FrozenCall {
  readonly transport: FreezePlan['transport']
  readonly span: Span
  readonly phase: string
  /** What the thawed process said of it. */
  readonly said: string
  /** How often the far side carried it out for the frozen process, and for the one that followed. */
  readonly byFrozen: number
  readonly byOther: number
  readonly lies: readonly Lie[]
}

/** Where it happens. */
export interface Place extends Pick<FarSide, 'service' | 'ports' | 'authority'> {
  readonly program: string
  readonly prefix: string
  readonly journal: Journal
}

/**
 * One process is frozen with a call in each phase; another follows the guide and sends again; then the first
 * goes on.
 */
export async function freezeOnce(
  place: Place,
  transport: FrozenCall['transport'],
  span: Span,
): Promise<readonly FrozenCall[]> {
  const { program, journal, service, ports, authority } = place
  const names = Object.keys(phases)
  const held = await Promise.all(names.map((phase) => hold(phase, ports)))
  const refs = new Map(names.map((phase, at) => [phase, `${place.prefix}-${at}`]))
  const [frozen, other] = [`${place.prefix}/frozen`, `${place.prefix}/other`]
  const { wait, ...times } = spans[span]
  const common = { ...service.connection, ...journal.plan, ...times }
  const first = live(
    program,
    {
      ...{ ...common, role: 'freeze', prefix: frozen, transport },
      names: held.find(({ phase }) => phase === 'resolving')?.port ?? 0,
      calls: held.map(({ phase, told }) => ({ phase, refId: refs.get(phase) ?? '', ...told })),
    },
    { NODE_EXTRA_CA_CERTS: authority },
  )
  try {
    await reached(first, held)
    const early = first.printed().match(/ended .*/g)
    if (early !== null) throw new Error(`before the process was frozen: ${early.join(', ')}`)
    await stop(first)
    for (const each of held) each.release()
    const again = [...refs.values()]
    await live(program, { ...common, role: 'follow', prefix: other, wait, again }).ended
    first.kill('SIGCONT')
    await first.ended
  } finally {
    first.kill('SIGKILL')
    for (const each of held) await each.stop()
  }
  return tell(place, { transport, span }, first, refs)
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
  { prefix, journal, service }: Place,
  what: Pick<FrozenCall, 'transport' | 'span'>,
  life: Life,
  refs: ReadonlyMap<string, string>,
): Promise<readonly FrozenCall[]> {
  const rows = await journal.rows()
  const [byFrozen, byOther] = ['frozen', 'other'].map((who) => service.bookOf(`${prefix}/${who}`))
  const of = (book: typeof byFrozen, ref: string): number => book?.seen.get(ref) ?? 0
  return [...refs].map(([phase, ref]): FrozenCall => {
    const seen = { byFrozen: of(byFrozen, ref), byOther: of(byOther, ref) }
    const said = new RegExp(`ended ${phase} (.*)`).exec(life.printed())?.[1] ?? 'nothing'
    const row = rows.find(({ key }) => key === ref)
    const own = [{ key: ref, state: said.split(' ')[0] ?? '' }]
    const found = [
      compare(row ? [row] : [], new Map([[ref, seen.byFrozen + seen.byOther]])),
      compare(own, new Map([[ref, seen.byFrozen]])),
    ]
    const lies = found.flatMap((all) => [...all].flatMap(([lie, keys]) => keys.map(() => lie)))
    return { ...what, phase, said, ...seen, lies: [...new Set(lies)] }
  })
}
