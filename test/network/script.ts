import type * as Package from '../../src/index.js'
import type { Act, Seen } from './act.js'
import type { DoorName } from './doors.js'
import type { Before } from './faults.js'
import { violationsOf } from '../network/violations.js'
import type { Entry } from '../network/server-log.js'
import { check, equal } from './check.js'
import { address, conversion, refId, token } from './sent.js'

/** What the rows are run with; nothing in it or in the rows for every runtime belongs to one runtime. */
export interface Setting {
  readonly sdk: typeof Package
  /** What sends in the place of fetch. */
  readonly transport?: Package.Transport
  /** Where the far side is. */
  readonly control: string
  /** Where its scripts are played if not there; `*` gives each a host, and so connections, of its own. */
  readonly played?: string
  /** The runtime does not say why a request failed, so a refused connection counts as one that broke later. */
  readonly reasonsAreHidden?: boolean
  /** The body of a success, if it is not to be made from the request. */
  readonly success?: string
  /** What only Node.js can: put something up before a port, and make connections by options. */
  readonly node?: {
    readonly placeBefore: (
      target: number,
      before: Before,
    ) => Promise<{ readonly port: number; readonly stop: () => unknown }>
    readonly through: (
      context: Context,
      door: DoorName,
      options: { readonly allowH2: boolean },
    ) => Making
  }
  /** The ports of its doors behind TLS, and the authority that their certificates are of. */
  readonly secured?: { readonly ports: Readonly<Record<string, number>>; readonly ca: string }
  /** Everything that a caller could log, to be scanned for secrets. */
  readonly collected: unknown[]
}

type Options = Partial<Package.ClientOptions>
export type Method = 'POST' | 'PUT'

/** What the far side has of a script in its serverLog. */
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

/** The same, and what the rows do with it. */
export interface Context extends Setting {
  /** Gives the far side a script. */
  readonly script: (...steps: Act[]) => Promise<Script>
  /** A client whose events are collected. */
  readonly clientOf: (options: Options & { readonly baseUrl: string }) => Package.Client
  /** The error of a call that has to fail with an error of ours. */
  readonly failureOf: (call: Promise<unknown>) => Promise<Failure>
  /** The error of a conversion, or of an address, that has to fail. */
  readonly failure: (client: Package.Client, method?: Method) => Promise<Failure>
  /** How a call ends, and how often it is seen: `ERR_CONNECTION unknown 1`, `ok 1`. What is untrue throws. */
  readonly endOf: (steps: readonly Act[], making?: Making) => Promise<string>
}

export function contextOf(setting: Setting): Context {
  const { sdk, transport, control, played = control, collected, success } = setting
  const endedOf = async (call: Promise<unknown>): Promise<Failure | undefined> => {
    const [reason] = await call.then(
      () => [],
      (error: unknown) => [{ error }],
    )
    if (reason === undefined) return undefined
    const { error } = reason
    check(error instanceof sdk.ClientError, `a raw error: ${String(error)}`)
    collected.push(error)
    return error
  }
  const failureOf: Context['failureOf'] = async (call) => {
    const error = await endedOf(call)
    check(error !== undefined, 'a success that was none')
    return error
  }
  const script: Context['script'] = async (...acts) => {
    const made = { method: 'POST', body: JSON.stringify({ acts, success }) }
    const answer = await ask(`${control}/scripts`, made)
    const { id, silent } = answer as { id: number; silent: string }
    const arrivals = async () => (await ask(`${control}/scripts/${id}`)) as Arrivals
    return {
      path: `/s/${id}`,
      url: `${played.replace('*', `s${id}`)}/s/${id}`,
      silent,
      arrivals,
      seen: async () => (await arrivals()).requests,
    }
  }
  const clientOf: Context['clientOf'] = (options) => {
    const client = sdk.createClient({
      auth: token,
      ...(transport === undefined || options.fetch ? {} : { transport }),
      onEvent: (event) => collected.push(event),
      ...options,
    })
    collected.push(client)
    return client
  }
  const endOf: Context['endOf'] = async (
    acts,
    { method = 'POST', reused, at, lastCopy, ...options } = {},
  ) => {
    const scripted = await script(...(reused ? [{}, ...acts] : acts))
    const client = clientOf({ baseUrl: at?.(scripted) ?? scripted.url, ...options })
    if (reused) await send(client, method)
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
  return {
    ...setting,
    script,
    clientOf,
    failureOf,
    endOf,
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
  readonly fault: string
  readonly demand: string
  /** Every runtime has to pass it. */
  readonly everywhere?: true
  /** It breaks connections, which over HTTP/2 others share. */
  readonly breaks?: true
  /** It needs certificates, which openssl makes. */
  readonly overTls?: true
  readonly run: (context: Context) => Promise<string>
}

interface Script {
  readonly path: string
  readonly url: string
  /** An address that accepts connections and never answers. */
  readonly silent: string
  readonly seen: () => Promise<readonly Seen[]>
  readonly arrivals: () => Promise<Arrivals>
}

/** What the far side says; asked again where thousands of connections kept this one from being made. */
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
