import { compile } from 'json-p3'
import type { Diagnostics } from 'recheck'
import type { Applied } from './apply.js'
import { walk, wordAt } from './places.js'
import type { Overlay } from './read.js'

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
  const results = new Map<string, Diagnostics>()
  const slow: string[] = []
  for (const [place, source] of walk(applied.document)) {
    if (wordAt(place) !== 'pattern' || typeof source !== 'string' || !applied.errorAt(place, ''))
      continue
    const diagnostics = results.get(source) ?? (await check(source))
    results.set(source, diagnostics)
    if (diagnostics.status === 'safe') continue
    const error = applied.errorAt(
      place,
      `${place.join('.')} is ${source}, ${sentenceOf(diagnostics)}`,
    )
    if (error && isExponential(diagnostics)) throw error
    if (error) slow.push(error.message)
  }
  return slow
}

/** Refuses such a pattern in a JSONPath, which runs when it is applied. @throws Error in a sentence, with its line */
export async function assertPaths({ actions, errorAt }: Overlay): Promise<void> {
  for (const [index, { target, copy }] of actions.entries())
    for (const [name, path] of Object.entries({ target, copy }))
      for (const source of patternsIn(path)) {
        const place = ['actions', index, name]
        if (typeof source !== 'string')
          throw errorAt(
            place,
            `${path} matches by what is no text in quotes: write the pattern there`,
          )
        const diagnostics = await check(source)
        if (isExponential(diagnostics))
          throw errorAt(place, `${path} has ${source}, ${sentenceOf(diagnostics)}`)
      }
}

/** The second arguments of `match` and `search` (RFC 9535, section 2.4). */
function patternsIn(path = '$'): unknown[] {
  const patterns: unknown[] = []
  let query
  try {
    query = compile(path)
  } catch {
    // It is refused where it is applied.
  }
  JSON.stringify(query, (key, value: { name?: unknown; args?: { value?: unknown }[] } | null) => {
    if (key === 'environment' || key === 'token') return undefined
    if (value?.args && (value.name === 'match' || value.name === 'search'))
      patterns.push(value.args[1]?.value)
    return value
  })
  return patterns
}

async function check(source: string): Promise<Diagnostics> {
  // Node.js gives the exports of CommonJS as the default, and tsx by their names.
  const recheck = await import('recheck/lib/browser.js')
  const { checkSync } = recheck.default ?? recheck
  return checkSync(source, 'u', limits)
}

const isExponential = (diagnostics: Diagnostics): boolean =>
  diagnostics.status === 'vulnerable' && diagnostics.complexity.type === 'exponential'

const sentenceOf = (diagnostics: Diagnostics): string =>
  `${timeOf(diagnostics)}: let each text match in one way only, such as ^a+$ in place of ^(a+)+$ or ^a+a+$`

function timeOf(diagnostics: Diagnostics): string {
  if (diagnostics.status !== 'vulnerable') return 'of which it is not known how long it can take'
  const { complexity, hotspot, source } = diagnostics
  const time =
    complexity.type === 'exponential'
      ? 'exponential time'
      : `polynomial time (degree ${complexity.degree})`
  const parts = hotspot.map(({ start, end }) => source.slice(start, end))
  return `which can take ${time} at ${[...new Set(parts)].join(' and ')}`
}
