import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Protocol, Question, Reply } from './measured/channel.js'
import type { NodeBinary } from './node-binary.js'

/** A process that is asked one thing after another. */
export interface MeasuredProcess<Of extends Protocol> {
  ask<What extends keyof Of & string>(
    what: What,
    input: Parameters<Of[What]>[0],
  ): Promise<Awaited<ReturnType<Of[What]>>>
  stop(): void
}

/** Nothing of the environment may slow a measured process down or send its requests elsewhere. */
export const bareEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  ['PATH', 'SystemRoot', 'TEMP'].map((name) => [name, process.env[name]]),
)

/** Starts a built file, such as `server`, by a Node. */
export function startMeasured<Of extends Protocol>(
  { path }: NodeBinary,
  built: string,
  name: string,
): MeasuredProcess<Of> {
  const child = spawn(path, ['--expose-gc', join(built, 'bench', `${name}.js`)], {
    env: bareEnvironment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply))
  child.on('exit', () => {
    for (const [id, settle] of waiting) settle({ id, error: 'its process ended' })
  })
  let last = 0
  return {
    ask: (what, input) =>
      new Promise((resolve, reject) => {
        const id = (last += 1)
        waiting.set(id, (reply) => {
          waiting.delete(id)
          // What a question is answered with is known by the protocol alone: messages have no types.
          if ('value' in reply) resolve(reply.value as Awaited<ReturnType<Of[typeof what]>>)
          else if ('error' in reply) reject(new Error(reply.error))
          else resolve(undefined as Awaited<ReturnType<Of[typeof what]>>)
        })
        child.send({ id, what, input } satisfies Question)
      }),
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}
