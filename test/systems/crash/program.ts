import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  clientCredentials,
  ClientError,
  type ClientOptions,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { type Journal, type JournalDatabase, openJournal } from 'stablecoin-issuer-api/journal'
import { unreferenced } from '../../support/examples.js'
import type { Common, FollowPlan, Plan, WorkPlan } from './plan.js'
import type { Printed } from './truth.js'

/** Partitions of each journal, with equal references. */
const names = ['acme-us', 'acme-eu'] as const

/** A partition of the journal, and clients that use it. */
export interface Tenant {
  readonly name: string
  readonly journal: Journal
  readonly client: Client
  readonly makeClient: (own: Partial<ClientOptions> & { readonly tokenUrl?: string }) => Client
}

export async function play(plan: Plan, database: JournalDatabase): Promise<void> {
  const tenants = await Promise.all(names.map((name) => openTenant(plan, database, name)))
  if (plan.role === 'work') await work(plan, tenants)
  if (plan.role === 'freeze') {
    // It loads undici, which takes longer than all of the others do.
    const { freeze } = await import('./freeze.js')
    await freeze(plan, tenants)
  }
  if (plan.role === 'follow') await follow(plan, tenants)
}

export async function openTenant(
  plan: Common,
  database: JournalDatabase,
  name: string,
): Promise<Tenant> {
  const { baseUrl, tokenUrl, book, life = '', totalTimeout, window, table, account } = plan
  const journal = await openJournal(database, {
    partition: name,
    window,
    ...(table && { table }),
    ...(account && { account }),
    lookUp: async (refId) => {
      // A moment, so that kills meet it.
      await sleep(Math.random() * 50)
      const answer = await fetch(`${plan.serverLog}/${book}/${name}/${refId}`)
      if (answer.status === 404) return 'never_came'
      // It came, and is not answered yet.
      return answer.status === 200 ? { data: (await answer.json()) as object } : undefined
    },
  })
  const makeClient: Tenant['makeClient'] = ({ tokenUrl: at = tokenUrl, ...own }) =>
    createClient({
      baseUrl,
      journal,
      timeout: totalTimeout,
      totalTimeout,
      auth: clientCredentials({ tokenUrl: at, clientId: 'crash', clientSecret: 'crash-secret' }),
      headers: { 'x-book': book, 'x-life': life },
      dangerouslyAllowPlainHttp: true,
      ...own,
    })
  return { name, journal, client: makeClient({}), makeClient }
}

/** The body of an order: the tenants have equal references. */
export const order = (tenant: string, number: number) => ({
  ...unreferenced,
  profile_id: tenant,
  metadata: { order: number },
})

/** Makes a conversion, prints what it gave, and says how it ended. */
export async function convert(
  client: Client,
  body: CreateStablecoinConversionRequest,
  signal: AbortSignal | null = null,
): Promise<string> {
  try {
    const call = client.createStablecoinConversion(body, { signal })
    const { data, attempts, refId } = await call.withResponse()
    const printed: Printed = { key: `${body.profile_id}/${refId}`, attempts, data }
    print(JSON.stringify(printed))
    return 'succeeded'
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return `${error.outcome} ${error.code}`
  }
}

export async function sixAtATime<Each>(
  all: Iterable<Each>,
  act: (each: Each) => Promise<unknown>,
): Promise<void> {
  const each = all[Symbol.iterator]()
  const toil = async (): Promise<void> => {
    for (let next = each.next(); next.done !== true; next = each.next()) await act(next.value)
  }
  await Promise.all(Array.from({ length: 6 }, toil))
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** What a program does between its start and its end: conversions, some of them given up, and what others left. */
async function work(plan: WorkPlan, tenants: readonly Tenant[]): Promise<void> {
  // A moment between the row and the first byte, so that kills meet it.
  const beforeSend = () => sleep(Math.random() * 10)
  const clients = tenants.map(({ makeClient }) => makeClient({ beforeSend }))
  const make = async (number: number): Promise<void> => {
    const { name } = tenants[number % 2] as Tenant
    const client = clients[number % 2] as Client
    // Every third is given up within the time that one takes: before it is sent, after, and in between.
    const signal = number % 3 === 1 ? AbortSignal.timeout(Math.ceil(Math.random() ** 2 * 20)) : null
    const own = number % 7 === 0 ? {} : { ref_id: `${plan.book}-${number >> 1}` }
    // A reference that was generated is in nobody's hands: its order is not tried again.
    if (number % 7 === 0 && number < plan.fresh) return
    await convert(client, { ...order(name, number), ...own }, signal)
    // What the journal answers is so quick that nothing else would have its turn.
    if (number < plan.fresh) await sleep(1)
  }
  print('at work')
  await Promise.all([settleAll(tenants), sixAtATime(countFrom(plan.first), make)])
}

function* countFrom(first: number): Iterable<number> {
  for (let number = first; ; number++) yield number
}

const states = ['succeeded', 'not_sent', 'unknown'] as const

/** Settles what other programs left, and makes their calls again, as a queue delivers its jobs. */
async function follow(
  { wait, settling = 0, again }: FollowPlan,
  tenants: readonly Tenant[],
): Promise<void> {
  await sleep(wait)
  const end = performance.now() + settling
  await settleAll(tenants)
  while ((await isLeft(tenants)) && performance.now() < end) {
    await sleep(100)
    await settleAll(tenants)
  }
  for (const { name, journal, client } of tenants) {
    const rows = await Promise.all(states.map((state) => journal.list(state, { limit: 100_000 })))
    const bodies =
      again?.map((ref_id) => ({ ...order(name, 0), ref_id })) ?? rows.flat().map(({ body }) => body)
    await sixAtATime(bodies, (body) => convert(client, body as ReturnType<typeof order>))
  }
}

/** Whether a call may have taken effect, and nobody has found out. */
async function isLeft(tenants: readonly Tenant[]): Promise<boolean> {
  const counts = await Promise.all(tenants.map(({ journal }) => journal.counts()))
  return counts.some(({ pending, unknown }) => pending.count + unknown.count > 0)
}

/** @throws Error where a look-up fails */
async function settleAll(tenants: readonly Tenant[]): Promise<void> {
  for (const { journal } of tenants) {
    const { failed } = await journal.settle()
    if (failed[0])
      throw new Error(`${failed[0].refId} cannot be settled`, { cause: failed[0].error })
  }
}
