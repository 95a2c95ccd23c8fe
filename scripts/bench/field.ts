import { join } from 'node:path'
import { Tinypool } from 'tinypool'
import type { ExampleCall } from './measured/calls.js'
import { type ContestantName, titles } from './measured/contestants.js'
import type * as Server from './measured/server.js'
import type * as Worker from './measured/worker.js'

/** Nothing of the environment may slow a measured process down or send its requests elsewhere. */
export const bareEnvironment = { PATH: process.env['PATH'] ?? '' }

/** Starts a built file in a process of its own, which is asked for one of its functions after another. */
export function startMeasured<Of extends Record<string, (input: never) => unknown>>(
  filename: string,
  ...nodeOptions: readonly string[]
) {
  const pool = new Tinypool({
    ...{ filename, runtime: 'child_process', minThreads: 1, maxThreads: 1 },
    ...{ execArgv: ['--expose-gc', ...nodeOptions], env: bareEnvironment },
  })
  const ask = <What extends keyof Of & string>(
    name: What,
    ...[input]: Parameters<Of[What]>
  ): Promise<Awaited<ReturnType<Of[What]>>> => pool.run(input, { name })
  return { ask, stop: () => pool.destroy() }
}

type Work = keyof typeof Worker
type Answer<What extends Work> = Awaited<ReturnType<(typeof Worker)[What]>>
export type Field = Awaited<ReturnType<typeof openField>>

/**
 * Starts the server and the contestants, each in its process, and has each make every call once, with its body
 * compared. With a folder for them, profiles of the contestants are kept.
 * @throws Error in one sentence when a client does not make its calls.
 */
export async function openField(
  built: string,
  calls: readonly ExampleCall[],
  names: readonly ContestantName[],
  profiles?: string,
) {
  const server = startMeasured<typeof Server>(join(built, 'bench/server.js'))
  const start = (name: ContestantName) => {
    const place = [`--cpu-prof-dir=${profiles ?? ''}`, `--cpu-prof-name=${name}.cpuprofile`]
    const profile = profiles === undefined ? [] : ['--cpu-prof', ...place]
    return [name, startMeasured<typeof Worker>(join(built, 'bench/worker.js'), ...profile)] as const
  }
  const workers = new Map(names.map(start))
  const stop = async (): Promise<void> => {
    await Promise.all([server, ...workers.values()].map((each) => each.stop()))
  }
  /** Has a contestant make calls. What it says that it made is compared with what the server saw. */
  const ask = async <What extends Work>(
    name: ContestantName,
    ...work: [what: What, ...Parameters<(typeof Worker)[What]>]
  ) => {
    const asked = workers.get(name)?.ask(...work)
    const result = await asked?.catch((error: unknown) => {
      throw new Error(`${titles[name]} failed: ${(error as Error).message}.`)
    })
    const { made = 0 } = result as { made?: number }
    const { answered, refused, busy } = await server.ask('count')
    if (refused > 0 || answered !== made) {
      const saw = `the server answered ${answered} and refused ${refused}`
      throw new Error(`${titles[name]} says that it made ${made} calls, but ${saw}.`)
    }
    return { ...(result as Answer<What>), serverBusy: busy }
  }
  try {
    const setup = await server.ask('start', calls)
    await server.ask('compareBodies', true)
    for (const name of names) await ask(name, 'start', { name, setup })
    await server.ask('compareBodies', false)
  } catch (error) {
    await stop()
    throw error
  }
  return { names, stop, ask }
}
