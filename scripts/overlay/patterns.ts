import { type FilterFunction, JSONPathEnvironment } from 'json-p3'
import type { Diagnostics } from 'recheck'
import * as recheck from 'recheck/lib/browser.js'

/** Few trials: those for one pattern take 0.1 s instead of 3 s, and find the same. */
const limits = {
  timeout: 2000,
  maxIteration: 5,
  maxInitialGenerationSize: 100,
  crossoverSize: 10,
  mutationSize: 10,
}

// Node.js gives the exports of CommonJS as the default, and tsx by their names.
const { checkSync } = recheck.default ?? recheck

/** By the pattern: one may stand, or run, at many places. */
const results = new Map<string, Diagnostics>()

export function check(source: string): Diagnostics {
  const diagnostics = results.get(source) ?? checkSync(source, 'u', limits)
  results.set(source, diagnostics)
  return diagnostics
}

/** JSONPath (RFC 9535) that throws where a pattern would run that can take exponential time. */
export const jsonPath = new JSONPathEnvironment()

for (const name of ['match', 'search']) {
  const own = jsonPath.functionRegister.get(name) as FilterFunction // both are of the standard
  const run = own.call.bind(own)
  own.call = (text, source) => {
    const diagnostics = check(String(source))
    if (isExponential(diagnostics))
      throw new Error(`it has ${String(source)}, ${sentenceOf(diagnostics)}`)
    return run(text, source)
  }
}

export const isExponential = (diagnostics: Diagnostics): boolean =>
  diagnostics.status === 'vulnerable' && diagnostics.complexity.type === 'exponential'

export const sentenceOf = (diagnostics: Diagnostics): string =>
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
