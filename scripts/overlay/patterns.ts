import type { Diagnostics } from 'recheck'
import type { Applied } from './apply.js'
import { data, walk, wordsOf } from './places.js'
import type { Location } from './read.js'

/** Few trials: those for one pattern take 0.1 s instead of 3 s, and find the same. */
const limits = {
  timeout: 2000,
  maxIteration: 5,
  maxInitialGenerationSize: 100,
  crossoverSize: 10,
  mutationSize: 10,
}

/**
 * Refuses a pattern of an overlay that can take exponential time: a text in an answer could stop the process.
 * @returns sentences on those that can take polynomial time, or of which it is not known
 * @throws Error in a sentence, with the line of the overlay
 */
export async function slowPatterns(applied: Applied): Promise<string[]> {
  const known = new Map<string, Diagnostics>()
  const slow: string[] = []
  for (const [place, source] of walk(applied.document)) {
    if (!isPattern(place) || typeof source !== 'string' || !applied.errorAt(place, '')) continue
    // Node.js gives the exports of CommonJS as the default, and tsx by their names.
    const recheck = await import('recheck/lib/browser.js')
    const { checkSync } = recheck.default ?? recheck
    const found = known.get(source) ?? checkSync(source, 'u', limits)
    known.set(source, found)
    if (found.status === 'safe') continue
    const error = applied.errorAt(
      place,
      `${place.join('.')} is ${source}, ${timeOf(found)}: let each text match in one way only, such as ^a+$ in place of ^(a+)+$ or ^a+a+$`,
    )
    if (error && found.status === 'vulnerable' && found.complexity.type === 'exponential')
      throw error
    if (error) slow.push(error.message)
  }
  return slow
}

function isPattern(place: Location): boolean {
  const [word, ...above] = wordsOf(place).reverse()
  return word === 'pattern' && place.at(-1) === word && !above.some((one) => data.test(one))
}

function timeOf(found: Diagnostics): string {
  if (found.status !== 'vulnerable') return 'of which it is not known how long it can take'
  const { complexity, hotspot, source } = found
  const time =
    complexity.type === 'exponential'
      ? 'exponential time'
      : `polynomial time (degree ${complexity.degree})`
  const parts = hotspot.map(({ start, end }) => source.slice(start, end))
  return `which can take ${time} at ${[...new Set(parts)].join(' and ')}`
}
