/** What the runners under test/systems share. */
import { toolsAreRequired } from './tools.js'

export { inFolder } from '../../scripts/lib/in-folder.js'

/** Those whose title has one of the words, or all where there is no word. @throws Error where there is none */
export function choose<Each>(
  all: readonly Each[],
  words: readonly string[],
  titleOf: (each: Each) => string,
): Each[] {
  const chosen = all.filter((each) => {
    const title = titleOf(each).toLowerCase()
    return words.length === 0 || words.some((word) => title.includes(word.toLowerCase()))
  })
  if (chosen.length === 0) throw new Error(`Nothing matches ${words.join(' ')}.`)
  return chosen
}

/** Does something with each of a list, so many at once. @returns what came of them, in their order */
export async function inLanes<Each, Result>(
  lanes: number,
  list: readonly Each[],
  what: (each: Each, at: number) => Promise<Result>,
): Promise<Result[]> {
  const waiting = [...list.entries()]
  const results: Result[] = []
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await what(next[1], next[0])
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** A clock that tells the whole seconds since now. */
export function stopwatch(): () => string {
  const startedAt = performance.now()
  return () => `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`
}

/** Lets the run fail where something did, or where something was skipped and all is required. */
export function conclude(failed: boolean, skipped: boolean): void {
  if (failed || (skipped && toolsAreRequired)) process.exitCode = 1
}
