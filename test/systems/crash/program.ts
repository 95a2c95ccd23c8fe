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
import { follow } from './follow.js'
import type { Common, Plan } from './plan.js'
import type { Printed } from './truth.js'
import { work } from './work.js'

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
      const answer = await fetch(`${plan.ledger}/${book}/${name}/${refId}`)
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
