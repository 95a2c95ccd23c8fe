import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../support/listen.js'
import { relay } from '../../support/relay.js'

/** A far side that holds something back until it is released. */
export interface Held {
  readonly port: number
  /** Resolves when a program waits for it. */
  readonly held: Promise<unknown>
  readonly release: () => void
  readonly stop: () => unknown
}

/** A latch, and what is awaited of it. */
function latch() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** Passes requests on, and holds what the target says: an answer, or its side of a TLS handshake. */
export async function holdAnswers(target: number): Promise<Held> {
  const [reached, free] = [latch(), latch()]
  const { port, stop } = await listen((client) => {
    const upstream = connect(target, '127.0.0.1').on('error', () => undefined)
    client.on('close', () => upstream.destroy()).pipe(upstream)
    upstream.once('readable', reached.open)
    void free.opened.then(() => upstream.pipe(client))
  })
  return { port, held: reached.opened, release: free.open, stop }
}

/** Answers 429 once, with a wait of so many seconds; then it passes requests on. */
export async function holdOff(target: number, seconds: number): Promise<Held> {
  const reached = latch()
  let first = true
  const { port, stop } = await listen((client) => {
    if (!first) {
      relay(client, target)
      return
    }
    first = false
    client.once('data', () => {
      const head = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${seconds}\r\n`
      // The body may come in a packet of its own.
      void sleep(30).then(() => {
        client.end(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`, reached.open)
        client.resume()
      })
    })
  })
  return { port, held: reached.opened, release: () => undefined, stop }
}
