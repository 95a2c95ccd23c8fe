import type * as Package from '../../../src/index.js'
import { check } from './check.js'
import { address, conversion, token } from './sent.js'
import type { Seen, Step } from './step.js'

/** What the rows are run with; nothing in it or in the rows for every runtime belongs to one runtime. */
export interface Setting {
  readonly sdk: typeof Package
  /** What sends in the place of fetch. */
  readonly transport?: Package.Transport
  /** Where the fault server is. */
  readonly control: string
  /** Where its scripts are played if not there; `*` gives each a host, and so connections, of its own. */
  readonly played?: string
  /** The runtime does not say why a request failed, so a refused connection counts as one that broke later. */
  readonly reasonsAreHidden?: boolean
  /** Everything that a caller could log, to be scanned for secrets. */
  readonly collected: unknown[]
}

/** The same, and what the rows do with it. */
export interface Context extends Setting {
  /** Gives the fault server a script. */
  readonly script: (...steps: Step[]) => Promise<Script>
  /** A client whose events are collected. */
  readonly clientOf: (
    options: Partial<Package.ClientOptions> & { readonly baseUrl: string },
  ) => Package.Client
  /** The error of a call that has to fail with an error of ours. */
  readonly failureOf: (call: Promise<unknown>) => Promise<Failure>
  /** The error of a conversion, or of an address, that has to fail. */
  readonly failure: (client: Package.Client, method?: Method) => Promise<Failure>
}

export type Method = 'POST' | 'PUT'

export function contextOf(setting: Setting): Context {
  const { sdk, transport, control, played = control, collected } = setting
  const failureOf: Context['failureOf'] = async (call) => {
    const outcome: unknown = await call.then(
      (data: unknown) => new Error(`a success that was none: ${JSON.stringify(data)}`),
      (error: unknown) => error,
    )
    check(outcome instanceof sdk.ClientError, `a raw error: ${String(outcome)}`)
    collected.push(outcome)
    return outcome
  }
  return {
    ...setting,
    script: async (...steps) => {
      const made = { method: 'POST', body: JSON.stringify(steps) }
      const answer = await ask(`${control}/scripts`, made)
      const { id, silent } = answer as { id: number; silent: string }
      return {
        url: `${played.replace('*', `s${id}`)}/s/${id}`,
        silent,
        seen: async () => (await ask(`${control}/scripts/${id}`)) as Seen[],
      }
    },
    clientOf: (options) => {
      const client = sdk.createClient({
        auth: token,
        ...(transport === undefined || options.fetch ? {} : { transport }),
        onEvent: (event) => collected.push(event),
        ...options,
      })
      collected.push(client)
      return client
    },
    failureOf,
    failure: (client, method = 'POST') => failureOf(send(client, method)),
  }
}

/** Makes a conversion, or changes an address. */
export function send(client: Package.Client, method: Method): Promise<object> {
  return method === 'POST'
    ? client.createStablecoinConversion(conversion)
    : client.putCryptoDestinationAddress(address)
}

/** One row of the table of faults: returns the figure that it shows, or throws. */
export interface Row {
  readonly number: number
  readonly fault: string
  readonly demand: string
  /** Every runtime has to pass it, ● in the table of faults. */
  readonly everywhere?: true
  /** It leaves a process in which others would hang. */
  readonly alone?: true
  run(context: Context): Promise<string>
}

interface Script {
  readonly url: string
  /** An address that accepts connections and never answers. */
  readonly silent: string
  readonly seen: () => Promise<Seen[]>
}

/** What the fault server says; asked again where thousands of connections kept this one from being made. */
async function ask(url: string, init?: RequestInit, tries = 5): Promise<unknown> {
  try {
    return await (await fetch(url, init)).json()
  } catch (error) {
    if (tries === 1) throw error
    return ask(url, init, tries - 1)
  }
}

export type Failure = Package.ClientError & {
  readonly status?: number
  readonly body?: unknown
  readonly error?: string
  readonly retryAfter?: number
}
