import { expect, it, onTestFinished, vi } from 'vitest'
import { operations, provider } from '../../generated/index.js'
import { type Journal, openJournal, postgres } from '../../src/journal.js'
import type { LookedUp, Rules } from '../../src/operation.js'
import { cases } from '../support/cases.js'
import { conversion } from '../support/examples.js'
import { madeOf } from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { openPglite } from '../support/pglite.js'
import { inLanes } from '../support/runs.js'
import { answer, broken, scripted, silence, type Step } from '../support/scripted.js'
import { Random } from '../systems/simulation/random.js'

/** A look-up may take a minute, and here no longer than the lease. */
const times = { totalTimeout: 2_000, window: 20_000 }
const table = 'calls_of_histories'

/** By a clock that goes when it is told to. */
const database = { ...postgres(openPglite()), now: "CAST(current_setting('test.now') AS float8)" }
const facts = openJournal(database, { partition: 'first', table }).then(() =>
  database.describe(table),
)
let now = 0
async function pass(milliseconds: number): Promise<void> {
  now += milliseconds
  await database.run("SELECT set_config('test.now', $1, false)", [String(now)])
}

/** What a service made, by reference; one that knows keys makes nothing twice. */
class Service {
  readonly made: { readonly data: object; readonly at: number }[] = []

  constructor(readonly knowsKeys: boolean) {}

  make(refId: string): object {
    const [known] = this.knowsKeys ? this.of(refId) : []
    if (known) return known
    const data = madeOf(refId)
    this.made.push({ data, at: now })
    return data
  }

  /** What it made under a reference, some time ago at least. */
  of(refId: string, age = 0): readonly object[] {
    const all = this.made.filter(({ at }) => at <= now - age).map(({ data }) => data)
    return all.filter((one) => 'ref_id' in one && one.ref_id === refId)
  }
}

interface World {
  readonly name: string
  readonly refIds: readonly string[]
  readonly random: Random
  readonly service: Service
  /** What its look-up sees, as long as there are faults. */
  readonly sees: keyof typeof views
  /** Whether a header of each call selects its account, which a link of the provider reads in. */
  readonly hasAccounts: boolean
  faults: boolean
}

/** The account of a reference. */
const accountOf = (refId: string): string => (refId.startsWith('b') ? 'second' : 'main')

const account = { in: 'header', name: 'X-Account' } as const
const { createStablecoinConversion } = operations
const { request } = createStablecoinConversion ?? {}
const withAccounts = {
  ...provider,
  operations: {
    ...operations,
    createStablecoinConversion: {
      ...createStablecoinConversion,
      parameters: [account],
      account: [[account.name]],
      request: { ...(request as Rules), additionalProperties: true },
      lookUp: {
        operation: 'listConversions',
        parameters: { ref_id: ['ref_id'], [account.name]: [account.name] },
        path: [],
      },
    },
    listConversions: {
      id: 'listConversions',
      method: 'GET',
      path: '/v2/conversions',
      scopes: [],
      idempotent: true,
      hasBody: false,
      parameters: [{ in: 'query', name: 'ref_id' }, account],
      response: { type: 'array' },
    },
  },
} as typeof provider

/** A look-up may see the truth, or less. */
const views = {
  everything: (service: Service, refId: string) => service.of(refId),
  'what was made before': (service: Service, refId: string) => service.of(refId, times.window * 2),
  'another tenant': () => [],
}

const others = [madeOf('other')]
const noProof: LookedUp[] = [
  ...[undefined, { data: others }, { data: { error: 'not found' } }],
  { data: { data: [], next_cursor: 'more' } },
]

/** The answer of a look-up: what it sees, in each form and, while there are faults, what proves nothing. */
function lookUpIn({ random, service, faults, sees }: World, refId: string): LookedUp {
  if (faults && random.chance(0.1)) throw new Error('503')
  // Only then is a call sent again under its key.
  if (faults && service.knowsKeys && random.chance(0.5)) return undefined
  if (faults && random.chance(0.4)) return random.pick(noProof)
  const [one] = views[faults ? sees : 'everything'](service, refId)
  return random.pick<LookedUp>(
    one
      ? [{ data: one }, { data: [...others, one] }, { data: { data: [one], next_cursor: null } }]
      : ['never_came', { data: [] }],
  )
}

/** What a read by the link gets: what its account has, and now and then an error. */
function readIn({ random, service, faults, sees }: World): Step {
  return (sent) => {
    if (faults && random.chance(0.2)) return answer(503)(sent)
    const refId = new URL(sent.url).searchParams.get('ref_id') ?? ''
    const isThere = sent.headers['x-account'] === accountOf(refId)
    return answer(200, isThere ? views[faults ? sees : 'everything'](service, refId) : [])(sent)
  }
}

/** A process with a journal. Once it is dead, it runs no statement and sends nothing. */
async function start(world: World) {
  const { random } = world
  const dead = new AbortController()
  const death = new Promise<void>((resolve) => {
    dead.signal.addEventListener('abort', () => resolve())
  })
  const die = (): Promise<never> => {
    dead.abort()
    return new Promise(() => undefined)
  }
  /** The statement that it dies in: before it is run, or after. */
  let last = world.faults && random.chance(0.4) ? random.below(8) : Infinity
  const isBefore = random.chance(0.5)
  const run: typeof database.run = async (sql, values, wait) => {
    // It refuses a table without a key, and would be asked a thousand times.
    if (sql.startsWith('EXPLAIN')) return []
    if (dead.signal.aborted || (last === 0 && isBefore)) return die()
    const rows = await database.run(sql, values, wait)
    return last-- === 0 ? die() : rows
  }
  const journal = await openJournal(
    { ...database, run, describe: () => facts },
    {
      partition: world.name,
      table,
      window: times.window,
      ...(!world.hasAccounts && {
        lookUp: (refId) => (world.faults && random.chance(0.1) ? die() : lookUpIn(world, refId)),
      }),
    },
  )
  // A process settles by a client of its own.
  if (world.hasAccounts) clientOf(world, journal, [])
  const live = (what: Promise<unknown>): Promise<unknown> => Promise.race([what, death])
  return { journal, dead: dead.signal, die, live }
}

type Process = Awaited<ReturnType<typeof start>>

/** A client of a journal, whose requests meet these steps, and its reads the service. */
function clientOf(world: World, journal: Journal, steps: readonly Step[]) {
  const { service, hasAccounts } = world
  let count = 0
  const step: Step = (sent) => {
    if (sent.method === 'GET') return readIn(world)(sent)
    return (steps[Math.min(count++, steps.length - 1)] as Step)(sent)
  }
  const known = hasAccounts ? withAccounts : service.knowsKeys ? keyedProvider : provider
  const options = {
    journal,
    totalTimeout: times.totalTimeout,
    maxRetries: hasAccounts ? 1 : 2,
    provider: known,
  }
  const { client } = scripted([step], options)
  return (ref_id: string, signal?: AbortSignal) => {
    const input = { ...conversion, ref_id, ...(hasAccounts && { 'X-Account': accountOf(ref_id) }) }
    return client.createStablecoinConversion(input, { signal })
  }
}

/** Makes a call of a process, which meets one or more of what can become of a request. */
async function call(world: World, process: Process, ref_id: string): Promise<void> {
  const { random, service } = world
  const given = new AbortController()
  /** How it is lost, whether it was carried out or not. */
  const losses: Step[] = [
    broken({ code: 'ECONNRESET' }),
    () => process.die(),
    (request) => {
      setTimeout(() => given.abort())
      return silence(request)
    },
  ]
  const ways: Step[] = [
    (request) => answer(200, service.make(ref_id))(request),
    answer(422),
    answer(429, {}, { 'retry-after': '0' }),
    broken({ code: 'ECONNREFUSED', syscall: 'connect' }),
    ...losses.map((lose): Step => (request) => {
      if (random.chance(0.5)) service.make(ref_id)
      return lose(request)
    }),
  ]
  const steps = [random.pick(ways), random.pick(ways), random.pick(ways)].map(
    (way): Step =>
      (request) =>
        process.dead.aborted ? silence(request) : way(request),
  )
  const signal = AbortSignal.any([given.signal, process.dead])
  const convert = clientOf(world, process.journal, steps)
  await process.live(convert(ref_id, signal).catch(() => undefined))
}

/** Makes a call in each account that meets no fault: a look-up that sees less does not find it. */
async function succeed(world: World): Promise<void> {
  const well = { ...world, faults: false }
  const { journal } = await start(well)
  for (const refId of [`a made at ${now}`, ...(world.hasAccounts ? [`b made at ${now}`] : [])])
    await clientOf(well, journal, [(sent) => answer(200, world.service.make(refId))(sent)])(refId)
}

/** Lets calls, settlers, deaths and lost answers meet. */
async function act(world: World): Promise<void> {
  const { random, refIds } = world
  const acts = Array.from({ length: 1 + random.below(3) }, async () => {
    const process = await start(world)
    if (random.chance(0.3)) await process.live(process.journal.settle())
    else await call(world, process, random.pick(refIds))
  })
  await Promise.all(acts)
  await succeed(world)
}

/** The references whose row is not ended, or lies; and those that were made more than once. */
async function findWrong(world: World): Promise<string[]> {
  const { journal } = await start(world)
  const rows = world.refIds.map(async (refId) => {
    const state = (await journal.find(refId))?.state ?? 'none'
    const { length } = world.service.of(refId)
    const expected = length === 0 ? ['none', 'not_sent', 'rejected'] : ['succeeded']
    const isRight = length < 2 && expected.includes(state)
    return isRight ? [] : `${world.name}, ${refId}: made ${length} times, ${state}`
  })
  return (await Promise.all(rows)).flat()
}

it('ends every row within two leases once faults stop, whatever happened or a look-up said before', async () => {
  // Waits are as short as they can be.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const worlds = Array.from({ length: cases(400, 16) }, (_, at): World => {
    const random = new Random(2_031, at, 0)
    const facts = { name: `history ${at}`, refIds: ['a', 'b'], faults: true }
    const sees = random.pick(Object.keys(views) as (keyof typeof views)[])
    const hasAccounts = at % 4 === 3
    return { ...facts, sees, random, hasAccounts, service: new Service(at % 2 === 0) }
  })
  await pass(1_000_000)
  await inLanes(50, worlds, succeed)
  await pass(times.window * 2)
  const { window } = times
  for (const time of [100, window / 2, window + 1, 0, window + 1, 100]) {
    await inLanes(50, worlds, act)
    await pass(time)
  }
  for (const world of worlds) world.faults = false
  for (const time of [window + 1, window - 1]) {
    await pass(time)
    await inLanes(50, worlds, async (world) => {
      const settlers = await Promise.all([start(world), start(world)])
      await Promise.all(settlers.map(({ journal }) => journal.settle()))
    })
  }
  expect((await inLanes(50, worlds, findWrong)).flat()).toEqual([])
})
