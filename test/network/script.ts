import type * as Package from '../../src/index.js'
import type { Act, Seen } from './act.js'
import { check, equal } from './check.js'
import type * as Connections from './connections.js'
import { address, conversion, refId, token } from './sent.js'
import type { Entry } from './server-log.js'
import { violationsOf } from './violations.js'

/** What the rows are run with; nothing in it or in the rows for every runtime belongs to one runtime. */
export interface Setting {
  readonly sdk: typeof Package
  /** What sends in the place of fetch. */
  readonly transport?: Package.Transport
  /** Where the server is. */
  readonly control: string
  /** Where its scripts are played if not there; `*` gives each a host, and so connections, of its own. */
  readonly played?: string
  /** The runtime does not say why a request failed, so a refused connection counts as one that broke later. */
  readonly reasonsAreHidden?: boolean
  /** What only Node.js can: put something up before a port, and make connections by options. */
  readonly node?: Pick<typeof Connections, 'connecting' | 'placeBefore' | 'through'>
  /** The ports of the server behind TLS, and the authority that their certificates are of. */
  readonly secured?: { readonly ports: Readonly<Record<string, number>>; readonly ca: string }
}

type Options = Partial<Package.ClientOptions>
export type Method = 'POST' | 'PUT'

/** What the server has of a script in its log. */
type Arrivals = Entry & { readonly requests: readonly Seen[] }

/** How a call is made into a break. */
interface Making extends Options {
  readonly method?: Method
  /** A call that succeeds comes first, so that there is a connection. */
  readonly reused?: boolean
  /** Where the script is played. */
  readonly at?: (script: Script) => string
  /** A refusal may be that of a copy which something between made. */
  readonly lastCopy?: boolean
}

interface Script {
  readonly path: string
  readonly url: string
  readonly seen: () => Promise<readonly Seen[]>
  readonly arrivals: () => Promise<Arrivals>
}

/** The same, and what the rows do with it. */
export interface Context extends Setting {
  /** Gives the server a script. */
  readonly script: (...steps: Act[]) => Promise<Script>
  readonly clientOf: (options: Options & { readonly baseUrl: string }) => Package.Client
  /** The error of a call that has to fail with an error of ours. */
  readonly failureOf: (call: Promise<unknown>) => Promise<Failure>
  /** The error of a conversion that has to fail. */
  readonly failure: (client: Package.Client) => Promise<Failure>
  /** How a call ends, and how often it is seen: `ERR_CONNECTION unknown 1`, `ok 1`. What is untrue throws. */
  readonly endOf: (steps: readonly Act[], making?: Making) => Promise<string>
}

/** One row of the table of faults: it throws where what it demands does not hold. */
export interface Row {
  readonly fault: string
  readonly demand: string
  /** Every runtime has to pass it. */
  readonly everywhere?: true
  /** Chromium itself sends such a request again, so a page cannot pass it. */
  readonly notInPages?: true
  readonly run: (context: Context) => Promise<void>
}

export function contextOf(setting: Setting): Context {
  const { sdk, transport, control, played = control } = setting
  const endedOf = async (call: Promise<unknown>): Promise<Failure | undefined> => {
    try {
      await call
      return undefined
    } catch (error) {
      check(error instanceof sdk.ClientError, `a raw error: ${String(error)}`)
      return error
    }
  }
  const failureOf: Context['failureOf'] = async (call) => {
    const error = await endedOf(call)
    check(error !== undefined, 'a success that was none')
    return error
  }
  const script: Context['script'] = async (...acts) => {
    const made = { method: 'POST', body: JSON.stringify(acts) }
    const answer = await ask(`${control}/scripts`, made)
    const { id } = answer as { id: number }
    const arrivals = async () => (await ask(`${control}/scripts/${id}`)) as Arrivals
    return {
      path: `/s/${id}`,
      url: `${played.replace('*', `s${id}`)}/s/${id}`,
      arrivals,
      seen: async () => (await arrivals()).requests,
    }
  }
  const clientOf: Context['clientOf'] = (options) => {
    const sending = transport === undefined || options.fetch ? {} : { transport }
    return sdk.createClient({ auth: token, ...sending, ...options })
  }
  const endOf: Context['endOf'] = async (
    acts,
    { method = 'POST', reused, at, lastCopy, ...options } = {},
  ) => {
    const scripted = await script(...(reused ? [{}, ...acts] : acts))
    const client = clientOf({ baseUrl: at?.(scripted) ?? scripted.url, ...options })
    if (reused) await send(client, method, patient)
    const error = await endedOf(send(client, method))
    const { requests, done, refused, copies } = await scripted.arrivals()
    const before = reused ? 1 : 0
    // A head alone counts as well: it is a request that left.
    const truth = { seen: requests.length - before, done: done - before, refused, copies }
    const { code = '', outcome: end = 'ok', status } = error ?? {}
    const idempotent = method === 'PUT'
    const violations = violationsOf({ end, idempotent, lastCopy }, truth)
    const what = `${method} after ${JSON.stringify(acts)}: ${code} ${end}, seen ${truth.seen} times`
    equal(violations, [], what)
    check((error?.attempts ?? 0) <= 3, `${error?.attempts ?? 0} tries, ${what}`)
    if (error && !idempotent) equal(error.refId, refId, 'refId')
    return [...(error ? [code] : []), ...(status ? [status] : []), end, truth.seen].join(' ')
  }
  const failure: Context['failure'] = (client) => failureOf(send(client, 'POST'))
  return { ...setting, script, clientOf, failureOf, failure, endOf }
}

/** For a call that makes a connection: a busy machine takes longer than what is measured may. */
const patient = { timeout: 30_000, totalTimeout: 60_000 }

/** Makes a conversion, or changes an address. */
export function send(
  client: Package.Client,
  method: Method,
  options: Package.CallOptions = {},
): Promise<object> {
  return method === 'POST'
    ? client.createStablecoinConversion(conversion, options)
    : client.putCryptoDestinationAddress(address, options)
}

/** What the server says; asked again where thousands of connections kept this one from being made. */
async function ask(url: string, init?: RequestInit, tries = 5): Promise<unknown> {
  try {
    return await (await fetch(url, init)).json()
  } catch (error) {
    if (tries === 1) throw error
    return ask(url, init, tries - 1)
  }
}

export type Failure = Package.ClientError & { readonly status?: number }
