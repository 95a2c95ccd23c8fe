import { type Dispatcher, Pool } from 'undici'
import { within } from './shared/deadline.js'
import { NotSentError, type Transport, type TransportResponse } from './transport/transport.js'
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

/** Sends over undici's `Pool`, several times as fast as fetch. Redirects are not followed. */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { dispatcher, ...poolOptions } = options
  const pools = new Map<string, Pool>()
  const find = (origin: string): Dispatcher => {
    const found = dispatcher ?? pools.get(origin)
    if (found) return found
    const pool = new Pool(origin, poolOptions as Pool.Options)
    pools.set(origin, pool)
    return pool
  }
  const transport: Transport = async (request) => {
    const sent = dispatchOptions(request)
    // A transport around this one may have waited before it passed the request on.
    if (request.stop.stopped) throw new NotSentError('ended before it was sent')
    return new Promise<TransportResponse>((resolve, reject) => {
      const exchange = new Exchange(request.stop, resolve, reject)
      request.stop.onStop(() => exchange.stop())
      try {
        find(sent.origin).dispatch(sent, exchange)
      } catch (reason) {
        // A closed dispatcher throws here, or reports to the exchange.
        exchange.onResponseError(undefined, reason as Error)
      }
    })
  }
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
