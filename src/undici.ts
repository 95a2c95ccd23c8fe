import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type * as Undici from 'undici'
import type { Dispatcher, Pool } from 'undici'
import { within } from './shared/deadline.js'
import {
  NotSentError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.js'
import { dispatchOptions, Exchange } from './transport/undici-exchange.js'

/**
 * What undici's `Pool` takes: connections, pipelining, TLS by `connect`, timeouts …; or a dispatcher instead of
 * a pool for each origin, which then has such options itself.
 */
export type UndiciTransportOptions =
  | (Omit<Pool.Options, 'factory'> & {
      /** Not beside the options of a pool. */
      readonly dispatcher?: undefined
    })
  | ({ readonly [Name in keyof Pool.Options]?: undefined } & {
      /**
       * Such as undici's `ProxyAgent`. The transport does not close it. Your own dispatcher has to pass
       * `onRequestStart` on, which shows whether a request was sent.
       */
      readonly dispatcher: Dispatcher
    })

/** A transport with its own connections. */
export interface UndiciTransport extends Transport {
  /** Lets running calls end, and closes the connections; after 10 seconds it breaks those that are left. */
  close(): Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Milliseconds that running calls may take to end when a transport is closed: as long as an attempt does. */
const grace = 10_000

/**
 * Sends over undici's `Pool`, several times as fast as fetch. Redirects are not followed. Without a
 * `dispatcher`, undici is loaded from where this package is installed: a bundle does not hold it. Where it is not
 * installed, Node.js 24 and newer send by the dispatcher of their own fetch, if no other option is given: an
 * app's global dispatcher and a proxy of the environment stay in force then, and `close()` closes nothing.
 * @throws Error when undici cannot be loaded, with the code of why.
 * @throws TypeError when the dispatcher is one of undici 6 or older, or stands beside options of a pool.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher, ...rest } = { dispatcher: undefined, ...options }
  const poolOptions = rest as Pool.Options
  if (dispatcher && isOld(dispatcher)) throw new TypeError(tooOld)
  const [stray] = dispatcher ? Object.keys(poolOptions) : []
  if (stray) throw new TypeError(`undiciTransport: give ${stray} to the dispatcher, not beside it`)
  const pools = new Map<string, Dispatcher>()
  const find = dispatcher ? () => dispatcher : findWithout(poolOptions, pools)
  const transport: Transport = (request) => send(find, request)
  const close = async (): Promise<void> => {
    const open = [...pools.values()]
    pools.clear()
    const closed = Promise.all(open.map((pool) => pool.close()))
    // Undici does not end a pool over HTTP/2 whose streams never began.
    await within(grace, undefined, () => closed).catch(() =>
      Promise.all(open.map((pool) => pool.destroy())),
    )
  }
  return Object.assign(transport, { close, [Symbol.asyncDispose]: close })
}

type Find = (origin: string) => Dispatcher

/** @throws Error where there is neither npm's undici nor one of Node.js's own that will do */
function findWithout(options: Pool.Options, pools: Map<string, Dispatcher>): Find {
  const undici = loadUndici()
  if (!(undici instanceof Error)) return poolFinder(undici, pools, options)
  // Options are those of a pool, and Node.js's own undici gives no pools.
  const own = isMissing(undici) && Object.keys(options).length === 0 ? nodeFinder() : undefined
  if (own === undefined) throw loadingError(undici)
  return own
}

/** Gives the pool of each origin, and makes it when it is first asked for. */
function poolFinder(
  { Pool }: typeof Undici,
  pools: Map<string, Dispatcher>,
  options: Pool.Options,
): Find {
  return (origin) => {
    try {
      const pool = pools.get(origin) ?? new Pool(origin, whole(options))
      pools.set(origin, pool)
      return pool
    } catch (cause) {
      throw new NotSentError('undiciTransport could not create a pool', { cause })
    }
  }
}

const unset = (...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/**
 * What undici and Node.js read of options, as own members: one on a polluted Object.prototype would send the token
 * to another place, or trust another certificate.
 */
const noPoolOptions = unset('socketPath', 'tls', 'factory', 'localAddress', 'interceptors')
const noConnectOptions = unset(
  ...['socketPath', 'socket', 'httpSocket', 'fd', 'handle', 'lookup', 'localAddress'],
  ...['localPort', 'family', 'hints', 'onread', 'signal', 'servername', 'session', 'ca', 'crl'],
  ...['cert', 'key', 'pfx', 'passphrase', 'secureContext', 'secureOptions', 'secureProtocol'],
  ...['minVersion', 'maxVersion', 'sigalgs', 'ecdhCurve', 'pskCallback', 'ALPNCallback'],
)

/** A function for `connect` is the caller's own, and gets what undici gives it. */
function whole(options: Pool.Options): Pool.Options {
  const { connect, socketPath } = { connect: undefined, socketPath: undefined, ...options }
  const own =
    typeof connect === 'function' ? connect : { ...noConnectOptions, socketPath, ...connect }
  return { ...noPoolOptions, ...options, connect: own } as Pool.Options
}

/** Not by `import()`: Node.js keeps a failure of that for as long as the process runs. */
function loadUndici(): typeof Undici | NodeJS.ErrnoException {
  try {
    return createRequire(import.meta.url)('undici') as typeof Undici
  } catch (cause) {
    return cause as NodeJS.ErrnoException
  }
}

function loadingError(cause: NodeJS.ErrnoException): Error {
  const { code = 'no code' } = cause
  const advice = isMissing(cause) ? 'npm install undici' : 'it is installed, and failed'
  return new Error(`undiciTransport could not load undici: ${advice} (${code})`, { cause })
}

const isMissing = ({ code }: NodeJS.ErrnoException): boolean =>
  code?.endsWith('MODULE_NOT_FOUND') === true

/** Where Node.js's fetch, every copy of undici and an app keep the dispatcher for all requests of the process. */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1')

/**
 * Gives the dispatcher of Node.js's own fetch, or what the app or a proxy of the environment put in its place:
 * so it is looked up at each call. Undefined before Node.js 24, whose own undici is version 6.
 */
function nodeFinder(): Find | undefined {
  const [major] = process.versions.node.split('.')
  if (Number(major) < 24) return undefined
  // Node.js makes its dispatcher when something of fetch is first used.
  new Headers()
  const current = (): unknown => Reflect.get(globalThis, globalDispatcher)
  if (current() === undefined) return undefined
  let checked: unknown
  return () => {
    const dispatcher = current() as Dispatcher
    if (dispatcher !== checked && isOld(dispatcher)) throw new NotSentError(tooOld)
    checked = dispatcher
    return dispatcher
  }
}

const tooOld =
  'undiciTransport: the dispatcher is one of undici 6 or older; give one of undici 7.10 or newer'

/**
 * Whether a dispatcher is of undici 6 or older. Those have an accessor `interceptors`, or compose another
 * emitter of events; undici 7 and 8 compose the dispatcher itself, behind a Proxy.
 */
function isOld(dispatcher: Dispatcher): boolean {
  if ('interceptors' in dispatcher) return true
  // One of the caller's own making may be no emitter of events.
  if (typeof dispatcher.compose !== 'function' || typeof dispatcher.on !== 'function') return false
  const probe = Symbol('probe')
  const listener = (): void => undefined
  // Undici's types know the names of its own events alone.
  const emitter: EventEmitter = dispatcher
  emitter.on(probe, listener)
  const isItself = dispatcher.compose([]).listenerCount(probe) > 0
  emitter.off(probe, listener)
  return !isItself
}

function send(find: Find, request: TransportRequest): Promise<TransportResponse> {
  const options = dispatchOptions(request)
  return new Promise((resolve, reject) => {
    // A transport around this one may have waited before it passed the request on.
    if (request.stop.stopped) throw new NotSentError('ended before it was sent')
    const via = find(options.origin)
    const exchange = new Exchange(request.stop, resolve, reject)
    request.stop.onStop(() => exchange.stop())
    try {
      via.dispatch(options, exchange)
    } catch (reason) {
      // A closed dispatcher throws here, or reports to the exchange.
      exchange.onResponseError(undefined, reason as Error)
    }
  })
}
