import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild, startChild } from './children.js'
import { limits } from './limits.js'

/** A program that was started here, with whatever it started itself. */
export interface Started {
  readonly pid: number
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** Starts a program that ends with the run, whatever becomes of that. */
export function start(...command: string[]): Started {
  const child = startChild(command)
  const { pid = 0 } = child
  let output = ''
  const keep = (text: string): void => {
    output = (output + text).slice(-4_000)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', () => resolve(output))
  })
  const stop = async (): Promise<void> => {
    if (pid === 0) return
    endChild(child)
    await ended
  }
  return { pid, ended, stop }
}

/** Below the ports that the system gives to connections that go out; two processes beside each other begin apart. */
const [lowest, highest] = [20_000, 31_000]
let last = lowest + (process.pid % 5_000)

/** A port that is free. Where nobody listens is to stay so, so it is not given again soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = last + 1 < highest ? last + 1 : lowest
    const port = last
    const server = createServer()
    server.listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    return port
  }
}

/** Waits until a program does what it was started for. @throws Error with what it printed */
export async function comesUp(
  { ended }: Started,
  isUp: () => Promise<boolean>,
  patience = limits.start,
): Promise<void> {
  let gone: string | undefined
  void ended.then((output) => (gone = output))
  const until = performance.now() + patience
  while (performance.now() < until) {
    if (gone !== undefined) throw new Error(`it ended: ${gone}`)
    if (await isUp().catch(() => false)) return
    await sleep(50)
  }
  throw new Error('it does not answer')
}

/** Waits until a program listens. */
export function listens(port: number, started: Started): Promise<void> {
  return comesUp(started, async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect').finally(() => socket.destroy())
    return true
  })
}

/** Repeats something until it is stopped; errors in between are ignored. */
export function every(milliseconds: number, act: () => void | Promise<void>): () => void {
  const timer = setInterval(() => {
    // The process that gets the signal may be just being replaced.
    Promise.resolve()
      .then(act)
      .catch(() => undefined)
  }, milliseconds)
  return () => clearInterval(timer)
}
