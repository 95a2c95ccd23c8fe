import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, listens, start, type Started } from '../../support/processes.js'
import { findProgram } from '../../support/tools.js'

/** A Redis or Valkey of its own, which keeps nothing beyond its life. */
export interface Redis {
  readonly port: number
  /** Kills it, and starts another in its place after so long. */
  restart(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

export function findRedis(): string | undefined {
  return findProgram('valkey-server', 'redis-server')
}

export async function startRedis(program: string, folder: string): Promise<Redis> {
  const port = await freePort()
  const begin = async (): Promise<Started> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    const started = start(program, ...options)
    await listens(port, started)
    return started
  }
  let running = await begin()
  return {
    port,
    restart: async (milliseconds) => {
      await running.stop()
      await sleep(milliseconds)
      running = await begin()
    },
    stop: () => running.stop(),
  }
}
