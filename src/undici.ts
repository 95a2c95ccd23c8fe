import type * as Undici from 'undici'
import type { Dispatcher, Pool } from 'undici'
import {
  NotSentError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.js'
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
  /** Lets running calls end, and closes the connections. */
  close(): Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Sends over undici's `Pool`, several times as fast as fetch. Redirects are not followed.
 * @throws Error when undici is not installed, with the command that installs it; at the first call.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher, ...poolOptions } = options
  const pools = new Map<string, Dispatcher>()
  let undici: typeof Undici | undefined

  const poolOf = async (origin: string): Promise<Dispatcher> => {
    undici ??= await import('undici').catch(() => {
      throw new NotSentError('undiciTransport needs undici (npm install undici)')
    })
    try {
      const pool = pools.get(origin) ?? new undici.Pool(origin, poolOptions)
      pools.set(origin, pool)
      return pool
    } catch (cause) {
      throw new NotSentError('undiciTransport could not make a pool', { cause })
    }
  }
  const transport: Transport = (request) => {
    const { origin, path } = split(request.url)
    const via = dispatcher ?? pools.get(origin)
    if (via !== undefined) return send(via, origin, path, request)
    return poolOf(origin).then((pool) => send(pool, origin, path, request))
  }
  const close = async (): Promise<void> => {
    const open = [...pools.values()]
    pools.clear()
    await Promise.all(open.map((pool) => pool.close()))
  }
  return Object.assign(transport, { close, [Symbol.asyncDispose]: close })
}

/** `https://host:port` and the rest: URLs are whole and normal here, and parsing one again is slow. */
function split(url: string): { origin: string; path: string } {
  const at = url.indexOf('/', url.indexOf('//') + 2)
  return { origin: url.slice(0, at), path: url.slice(at) }
}

function send(
  via: Dispatcher,
  origin: string,
  path: string,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { method, headers, body = null } = request
  return new Promise((resolve, reject) => {
    // The attempt may have ended while undici was being loaded.
    if (request.stop.stopped) throw new NotSentError('ended before it was sent')
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
