import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild, startChild } from '../support/children.js'
import { limits } from '../support/limits.js'

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
    child.on('error', (error) => {
      resolve(error.message)
    })
    child.on('exit', () => {
      resolve(output)
    })
  })
  const stop = async (): Promise<void> => {
    if (pid === 0) return
    endChild(child)
    await ended
  }
  return { pid, ended, stop }
}

// Far from where another process that was started at the same time begins: what it chose may not be in use yet.
let last = 20_000 + ((process.pid * 101) % 11_000)

/** A port that is free, below those that the system gives to connections that go out. */
export async function freePort(): Promise<number> {
  for (;;) {
    last = last < 31_000 ? last + 1 : 20_000
    const port = last
    const server = createServer()
    server.listen(port, '127.0.0.1')
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      new Promise<boolean>((resolve) =>
        server.on('error', () => {
          resolve(false)
        }),
      ),
    ]).catch(() => false)
    if (!isFree) continue
    server.close()
    return port
  }
}

/** Waits until a program listens. @throws Error with what it printed */
export async function listens(port: number, { ended }: Started): Promise<void> {
  let gone: string | undefined
  void ended.then((output) => (gone = output))
  const patience = performance.now() + limits.start
  while (performance.now() < patience) {
    if (gone !== undefined) throw new Error(`it ended: ${gone}`)
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => {
        resolve(true)
      })
      socket.on('error', () => {
        resolve(false)
      })
    })
    socket.destroy()
    if (open) return
    await sleep(50)
  }
  throw new Error('it does not listen')
}

/** Repeats something until it is stopped; errors in between are ignored. */
export function every(milliseconds: number, act: () => void | Promise<void>): () => void {
  const timer = setInterval(() => {
    // The process that gets the signal may be just being replaced.
    Promise.resolve()
      .then(act)
      .catch(() => undefined)
  }, milliseconds)
  return () => {
    clearInterval(timer)
  }
}
