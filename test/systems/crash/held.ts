import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../support/listen.js'
import { freePort, listens, start } from '../../support/processes.js'
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

/** Says a byte to whoever connects. */
export async function holdByte(): Promise<Held> {
  const [reached, free] = [latch(), latch()]
  const { port, stop } = await listen((client) => {
    reached.open()
    void free.opened.then(() => client.end('.'))
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

/** Answers for a name with loopback's address. */
export async function holdName(): Promise<Held> {
  const [reached, free] = [latch(), latch()]
  const socket = createSocket('udp4').on('message', (query, { port }) => {
    reached.open()
    // RFC 1035: the question as it came, with one answer that points to its name.
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const end = query.indexOf(0, 12) + 5
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1])
    const answer = Buffer.concat([head, query.subarray(12, end), record])
    void free.opened.then(() => socket.send(answer, port, '127.0.0.1'))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  return { port, held: reached.opened, release: free.open, stop: () => void socket.close() }
}

const queue = `const { connect, createServer } = require('node:net')
const [port, target] = process.argv.slice(1)
createServer((client) => {
  const upstream = connect(target, '127.0.0.1').on('error', () => client.destroy())
  client.on('error', () => upstream.destroy()).pipe(upstream).pipe(client)
}).listen({ port, host: '127.0.0.1', backlog: 1 })`

/** Takes no connection: the queue of a process that stands still is full, so that the kernel drops what asks for one. */
export async function holdConnection(target: number): Promise<Held> {
  const port = await freePort()
  const started = start(process.execPath, '-e', queue, `${port}`, `${target}`)
  await listens(port, started)
  process.kill(started.pid, 'SIGSTOP')
  // Two fill it, or one where the connection that was tried is still in it; those beyond are dropped.
  const fill = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.race(fill.map((socket) => once(socket, 'connect')))
  await sleep(20)
  const release = (): void => {
    process.kill(started.pid, 'SIGCONT')
    for (const socket of fill) socket.destroy()
  }
  let over = false
  const asked = async (): Promise<void> => {
    while (!over && !(await isAsked(port))) await sleep(20)
  }
  const stop = async (): Promise<void> => {
    over = true
    await started.stop()
  }
  return { port, held: asked(), release, stop }
}

/** Whether a connection to a port is asked for and not made: SYN_SENT is 02 (Linux, proc_net_tcp). */
async function isAsked(port: number): Promise<boolean> {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 02`
  return (await readFile('/proc/net/tcp', 'utf8')).includes(remote)
}
