/** The median and the range of several measurements. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** The ratio of two measurements, round by round, because both met the same noise in the same round. */
export function ratio(values: readonly number[], others: readonly number[]): Spread {
  const ratios = values.map((value, round) => value / (others[round] ?? NaN))
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}

/** The entries in another order in each round, so that none always follows the same one. */
export function rotate<Entry>(entries: readonly Entry[], round: number): readonly Entry[] {
  const at = round % Math.max(1, entries.length)
  return [...entries.slice(at), ...entries.slice(0, at)]
}
