export { inFolder } from '../../scripts/lib/in-folder.js'

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
