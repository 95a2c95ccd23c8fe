/** What the programs of all engines share: the orders, and the client that makes them. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { openJournal, postgres } from 'stablecoin-issuer-api/journal'
import { unreferenced } from '../../support/examples.js'
import { limits } from '../../support/limits.js'
import { openPool, type Server } from '../crash/databases.js'

export type Order = CreateStablecoinConversionRequest & { readonly ref_id: string }

export const orders: readonly Order[] = Array.from({ length: 30 }, (_, number) => ({
  ...unreferenced,
  ref_id: `order-${number}`,
}))

/** How a program reaches what it needs. */
export interface Plan {
  readonly engine: string
  /** The service, with a book of the engine's own. */
  readonly baseUrl: string
  /** A database for the journal, and for an engine that needs one. */
  readonly database: Server
  /** Free ports, for what an engine starts. */
  readonly ports: readonly number[]
}

/** What an engine says of the orders that have ended: `made`, or why they failed. */
export type Ends = ReadonlyMap<string, string>

/** A file of `workers/`. */
export interface Engine {
  /** Starts the engine's own server. */
  readonly serve?: (plan: Plan, folder: string) => Promise<{ readonly stop: () => Promise<void> }>
  /** Works until it is killed. */
  readonly work: (client: Client, plan: Plan) => Promise<unknown>
  /** Hands the orders over while a worker starts. @returns what reads their ends */
  readonly submit: (plan: Plan) => Promise<() => Promise<Ends>>
}

export const loadEngine = async (name: string) => (await import(`./workers/${name}.ts`)) as Engine

/** A client with a journal, and times so short that a run ends within a minute. */
export async function makeClient({ baseUrl, database }: Plan): Promise<Client> {
  const journal = await openJournal(postgres(openPool(database)), {
    partition: 'acme-us',
    window: 6_000,
    lookUp: async (refId) => {
      const answer = await fetch(`${baseUrl}/made?ref_id=${refId}`)
      return { data: (await answer.json()) as object }
    },
  })
  return createClient({ baseUrl, auth: 'token', journal, timeout: 1_000, totalTimeout: 3_000 })
}

/** Tries until it succeeds: what a worker or a server has to make first is not there yet. */
export async function until<Result>(what: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + limits.start
  for (;;) {
    try {
      return await what()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(250)
    }
  }
}
