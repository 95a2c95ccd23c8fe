import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type * as Undici from 'undici'
import type { Dispatcher, Pool } from 'undici'
import {
  NotSentError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.js'
import { within } from './shared/deadline.js'
import { Exchange } from './transport/undici-exchange.js'

/** What undici's `Pool` takes: connections, pipelining, TLS by `connect`, timeouts … */
export interface UndiciTransportOptions extends Omit<Pool.Options, 'factory'> {
  /**
   * What sends in the place of a pool for each origin, such as undici's `ProxyAgent`. It is not closed here.
   * One of your own has to pass `onRequestStart` on, which tells whether a request was sent.
   */
  readonly dispatcher?: Dispatcher
}

/** A transport with connections of its own. */
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
 * `dispatcher`, undici is loaded from where this package is installed: a bundle does not hold it.
 * @throws Error when undici cannot be loaded, with the code of why.
 * @throws TypeError when the dispatcher is one of undici 6 or older.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher, ...poolOptions } = options
  if (dispatcher && isOld(dispatcher))
    throw new TypeError(
      'undiciTransport: the dispatcher is one of undici 6 or older; give one of undici 7.10 or newer',
    )
  const pools = new Map<string, Dispatcher>()
  const find = dispatcher ? () => dispatcher : poolFinder(pools, poolOptions)
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

/** Gives the pool of each origin, and makes it when it is first asked for. @throws Error without undici */
function poolFinder(pools: Map<string, Dispatcher>, options: Pool.Options) {
  const { Pool } = loadUndici()
  return (origin: string): Dispatcher => {
    try {
      const pool = pools.get(origin) ?? new Pool(origin, options)
      pools.set(origin, pool)
      return pool
    } catch (cause) {
      throw new NotSentError('undiciTransport could not make a pool', { cause })
    }
  }
}

/** Not by `import()`: Node.js keeps a failure of that for as long as the process runs. */
function loadUndici(): typeof Undici {
  try {
    return createRequire(import.meta.url)('undici') as typeof Undici
  } catch (cause) {
    const { code = 'no code' } = cause as { readonly code?: string }
    const advice = code.endsWith('MODULE_NOT_FOUND')
      ? 'npm install undici'
      : 'it is installed, and failed'
    throw new Error(`undiciTransport could not load undici: ${advice} (${code})`, { cause })
  }
}

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

/** `https://host:port` and the rest: URLs are whole and normal here, and parsing one again is slow. */
function split(url: string): { origin: string; path: string } {
  const at = url.indexOf('/', url.indexOf('//') + 2)
  return { origin: url.slice(0, at), path: url.slice(at) }
}

function send(
  find: (origin: string) => Dispatcher,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { method, headers, body = null } = request
  const { origin, path } = split(request.url)
  return new Promise((resolve, reject) => {
    // A transport around this one may have waited before it passed the request on.
    if (request.stop.stopped) throw new NotSentError('ended before it was sent')
    const via = find(origin)
    const exchange = new Exchange(request.stop, resolve, reject)
    request.stop.onStop(() => exchange.stop())
    try {
      via.dispatch({ origin, path, method, headers, body }, exchange)
    } catch (reason) {
      // A closed dispatcher throws here, or reports to the exchange.
      exchange.onResponseError(undefined, reason as Error)
    }
  })
}
