import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild, outputOf, startChild } from './children.js'
import { limits } from './limits.js'

/** A program that was started here, with whatever it started itself. */
export type Started = ReturnType<typeof start>

/** Starts a program that ends with the run, whatever becomes of that. */
export function start(...command: string[]) {
  const child = startChild(command)
  const { pid = 0 } = child
  const printed = outputOf(child)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', () => resolve(printed.output.slice(-4_000)))
  })
  const stop = async (): Promise<void> => {
    if (pid === 0) return
    endChild(child)
    await ended
  }
  return { pid, ended, stop }
}

/** Waits until a program does what it was started for. @throws Error with what it printed */
export async function comesUp({ ended }: Started, isUp: () => Promise<boolean>): Promise<void> {
  let gone: string | undefined
  void ended.then((output) => (gone = output))
  const until = performance.now() + limits.start
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
