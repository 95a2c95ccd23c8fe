import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../support/listen.js'
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

/** Stands between processes and a server, and can stop to pass bytes on, in both directions. */
export interface Relay {
  readonly port: number
  /** Nothing passes any more, and no connection ends. */
  part(): void
  /** What was written meanwhile arrives late, as it does in TCP. */
  heal(): void
  stop(): void
}

export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isParted = false
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => other.write(chunk))
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    if (isParted) socket.pause()
  }
  const { port: own, stop } = await listen((client) => {
    const upstream = connect(port, '127.0.0.1')
    keep(client, upstream)
    keep(upstream, client)
  })
  return {
    port: own,
    part: () => {
      isParted = true
      for (const socket of sockets) socket.pause()
    },
    heal: () => {
      isParted = false
      for (const socket of sockets) socket.resume()
    },
    stop,
  }
}
