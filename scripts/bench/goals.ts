import { type CommonResults, type NodeResults, against, importRatio } from './results.js'
import { wholeClient } from './sizes.js'
import { instantiationRatio } from './types.js'
import { titles } from './measured/contestants.js'
import { growthPerCharacter, slowest } from './validation.js'

/** What is to be reached, and what was. */
export interface Goal {
  readonly what: string
  readonly least?: number
  readonly most?: number
  readonly reached: number
  readonly unit: string
}

export function isMet({ least = -Infinity, most = Infinity, reached }: Goal): boolean {
  return reached >= least && reached <= most
}

/** The goals that what was measured says something of. */
export function goalsOf(results: NodeResults, { sizes, types }: CommonResults): Goal[] {
  const { throughput, soak, imports, validation } = results
  const goals: Goal[] = []
  const faster = (...[name, other, inFlight, least]: Faster): void => {
    const found = throughput && against(throughput, name, other, inFlight)
    const what = `${titles[name]} against ${titles[other]}, ${inFlight} in flight`
    if (found) goals.push({ what, least, reached: found.median, unit: '×' })
  }
  // The fetch of a later Node is faster itself.
  const overFetch = Number.parseInt(results.node) <= 20 ? 5 : 4
  faster('ours-undici', 'fetch', 32, overFetch)
  faster('ours-undici', 'undici', 32, 0.8)
  faster('ours-undici', 'fetch', 1, 1.8)
  faster('ours', 'openapi-fetch', 32, 0.95)
  if (validation) {
    const microseconds = slowest(validation, 'validator') / 1_000
    const growth = growthPerCharacter(validation)
    const linear = 'a character of 1,000,000 against one of 1,000, in a validated field'
    goals.push(
      { what: 'validation of a request body', most: 1, reached: microseconds, unit: ' µs' },
      // What is linear costs the same for each; the rest is for the caches of the processor.
      { what: linear, most: 1.5, reached: growth, unit: '×' },
    )
  }
  const whole = sizes?.find(({ entry }) => entry === wholeClient)
  if (whole) {
    const what = 'whole client with OAuth and validators, minified and gzipped'
    goals.push({ what, most: 12, reached: whole.gzipped / 1_000, unit: ' kB' })
  }
  if (imports) {
    const { median } = importRatio(imports, 'stablecoin-issuer-api', 'axios')
    goals.push({ what: 'import against axios', most: 0.2, reached: median, unit: '×' })
  }
  for (const { name, calls, growth } of soak ?? []) {
    const what = `heap after ${calls.toLocaleString('en')} calls, ${titles[name]}`
    goals.push({ what, most: 5, reached: growth / 1e6, unit: ' MB' })
  }
  if (types) {
    const what = 'instantiations of three calls against openapi-fetch'
    goals.push({ what, most: 0.5, reached: instantiationRatio(types), unit: '×' })
  }
  return goals
}

type Faster = [
  name: keyof typeof titles,
  other: keyof typeof titles,
  inFlight: number,
  least: number,
]
