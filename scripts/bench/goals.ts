import { titles } from './measured/contestants.js'
import type { Found } from './results.js'
import { callsOf } from './throughput.js'
import { growthPerCharacter, slowest } from './validation.js'

/** A goal, and the value that was measured. */
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

/** The goals of the parts that were measured. */
export function goalsOf({ node = '', ...found }: Found): Goal[] {
  const { throughput, memory, imports, validation, sizes } = found
  const goals: Goal[] = []
  const goal = (what: string, bound: Pick<Goal, 'least' | 'most'>, reached = NaN, unit = '×') =>
    goals.push({ what, ...bound, reached, unit })
  if (throughput) {
    const [ours, alone] = [32, 1].map((level) => callsOf(throughput, 'ours-undici', level))
    const [own, others] = (['ours', 'openapi-fetch'] as const).map(
      (name) => callsOf(throughput, name, 32)?.callsPerSecond,
    )
    // The fetch of a later Node is faster itself.
    const least = Number.parseInt(node) <= 20 ? 5 : 4
    const over = 'ours over undici against'
    goal(`${over} bare fetch, 32 in flight`, { least }, ours?.againstFetch?.median)
    goal(`${over} undici.request, 32 in flight`, { least: 0.8 }, ours?.againstUndici?.median)
    goal(`${over} bare fetch, 1 in flight`, { least: 1.8 }, alone?.againstFetch?.median)
    const rate = own && others && own / others
    goal('ours over fetch against openapi-fetch, 32 in flight', { least: 0.95 }, rate)
  }
  if (validation) {
    goal('validation of a request body', { most: 1 }, slowest(validation) / 1_000, ' µs')
    // A linear check costs the same for each character; the allowance is for the processor's caches.
    const linear = 'a character of 1,000,000 against one of 1,000, in a validated field'
    goal(linear, { most: 1.5 }, growthPerCharacter(validation))
  }
  const own = imports?.find(({ entry }) => entry === 'stablecoin-issuer-api')
  if (own) goal('import against axios', { most: 0.2 }, own.againstAxios)
  for (const { name, growth } of memory?.rows ?? [])
    if (growth !== undefined) {
      const what = `heap after ${memory?.calls.toLocaleString('en') ?? ''} calls, ${titles[name]}`
      goal(what, { most: 5 }, growth / 1e6, ' MB')
    }
  for (const { entry, most, gzipped } of sizes ?? [])
    if (most) goal(`${entry}, minified and gzipped`, { most }, gzipped / 1_000, ' kB')
  return goals
}
