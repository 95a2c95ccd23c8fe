import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program that was started here, with whatever it started itself. */
export interface Started {
  readonly pid: number
  readonly ended: Promise<string>
  stop(): Promise<void>
}

const groups = new Set<number>()

/** A group of processes that may be gone. */
function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}

// Whatever happens to the run, nothing is left behind.
process.on('exit', () => {
  for (const group of groups) killGroup(group)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))

/** Starts a program in a group of its own. */
export function start(program: string, ...parameters: string[]): Started {
  const child = spawn(program, parameters, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid = 0 } = child
  if (pid > 0) groups.add(pid)
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
    killGroup(pid)
    await ended
    groups.delete(pid)
  }
  return { pid, ended, stop }
}

let last = 20_000 + (process.pid % 5_000)

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
  for (let tries = 0; tries < 100; tries++) {
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
