import { type MeasuredProcess, startMeasured } from './measured-process.js'
import { type ContestantName, titles } from './measured/contestants.js'
import type { ServerProtocol } from './measured/server.js'
import type { ExampleCall } from './measured/setup.js'
import type { WorkerProtocol } from './measured/worker.js'
import type { NodeBinary } from './node-binary.js'

type Worker = MeasuredProcess<WorkerProtocol>
type Made = Exclude<keyof WorkerProtocol, 'start'>

interface Watched {
  /** The share of the time that the server's process was busy. */
  readonly serverBusy: number
}

/** The contestants of one Node, each in its process, and the server that they call. */
export interface Field {
  readonly names: readonly ContestantName[]
  /** Has a contestant make calls. What it says that it made is compared with what the server saw. */
  ask<What extends Made>(
    name: ContestantName,
    what: What,
    input: Parameters<WorkerProtocol[What]>[0],
  ): Promise<Awaited<ReturnType<WorkerProtocol[What]>> & Watched>
  stop(): void
}

export interface FieldOptions {
  readonly node: NodeBinary
  readonly built: string
  readonly calls: readonly ExampleCall[]
  readonly names: readonly ContestantName[]
}

/**
 * Starts the server and the contestants, and has each make every call once, with its body compared.
 * @throws Error in one sentence when a contestant does not do what it should.
 */
export async function openField({ node, built, calls, names }: FieldOptions): Promise<Field> {
  const server = startMeasured<ServerProtocol>(node, built, 'server')
  const workers = new Map<ContestantName, Worker>()
  const stop = (): void => {
    server.stop()
    for (const worker of workers.values()) worker.stop()
  }

  const watched = async <Result extends { readonly made: number }>(
    name: ContestantName,
    run: (worker: Worker) => Promise<Result>,
  ): Promise<Result & Watched> => {
    const worker = workers.get(name) ?? startMeasured<WorkerProtocol>(node, built, 'worker')
    workers.set(name, worker)
    const result = await run(worker).catch((error: unknown) => {
      throw new Error(`${titles[name]} failed: ${(error as Error).message}.`)
    })
    const { answered, refused, busy } = await server.ask('count', undefined)
    if (refused > 0 || answered !== result.made) {
      const saw = `the server answered ${answered} and refused ${refused}`
      throw new Error(`${titles[name]} says that it made ${result.made} calls, but ${saw}.`)
    }
    return { ...result, serverBusy: busy }
  }

  try {
    const setup = await server.ask('start', calls)
    await server.ask('compareBodies', true)
    for (const name of names) await watched(name, (worker) => worker.ask('start', { name, setup }))
    await server.ask('compareBodies', false)
  } catch (error) {
    stop()
    throw error
  }
  return { names, stop, ask: (name, what, input) => watched(name, (w) => w.ask(what, input)) }
}
