import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Figures, merge, simulate } from './simulate.js'

/** So many calls are worth a process of their own. */
const worthwhile = 500_000

/** Shares many calls among processes: worlds know nothing of each other. */
export async function simulateInParts(seed: number, calls: number): Promise<Figures> {
  const parts = Math.min(availableParallelism(), Math.max(1, Math.floor(calls / worthwhile)))
  if (parts === 1) return simulate(seed, calls)
  const each = Math.ceil(calls / parts)
  const made = Array.from({ length: parts }, async (_, part): Promise<Figures> => {
    const child = fork(fileURLToPath(import.meta.url), [seed, each, part, parts].map(String))
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`a part of the simulation ended with ${String(code)}`)
    })
    const [figures] = (await Promise.race([once(child, 'message'), ended])) as [Figures]
    ended.catch(() => undefined)
    return figures
  })
  return (await Promise.all(made)).reduce(merge)
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seed = 0, calls = 0, part = 0, parts = 1] = process.argv.slice(2).map(Number)
  process.send(await simulate(seed, calls, part, parts))
  process.disconnect()
}
