import { svg, text } from '../lib/picture.js'

/** One client, and how many times the calls per second of another it made in each round. */
export interface Speeds {
  readonly title: string
  readonly against: string
  readonly ratios: Readonly<Record<string, readonly number[]>>
}

export const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? NaN

const style = `
  .name { font-weight: 600 }
  .bar { fill: var(--soft); stroke: var(--good); stroke-width: 2.5 }
  .spread { fill: none; stroke: var(--ink); stroke-width: 2 }
  .even { fill: none; stroke: var(--ink); stroke-dasharray: 5 4 }
`
/** Where bars begin, and how long the longest may be. */
const [left, length] = [128, 250]

/** A bar for each median, from 0, with the spread over the rounds. Where both are as fast, a line is dashed. */
export function bars(all: readonly Speeds[], where: string): string {
  const most = Math.max(1, ...all.flatMap(({ ratios }) => Object.values(ratios).flat()))
  const xOf = (ratio: number): number => Math.round(left + (length * ratio) / most)
  const parts = [text(8, 24, 'Calls per second, as a multiple of the other’s')]
  const said: string[] = []
  let y = 44
  for (const { title, against, ratios } of all) {
    parts.push(text(8, y + 16, `${title}, against ${against}`, ' class="name"'))
    y += 28
    const start = y
    for (const [name, figures] of Object.entries(ratios)) {
      const median = medianOf(figures)
      const [least, highest] = [Math.min(...figures), Math.max(...figures)]
      parts.push(
        text(8, y + 17, name),
        `<path class="bar" d="M${left} ${y}H${xOf(median)}v22H${left}z" />`,
        `<path class="spread" d="M${xOf(least)} ${y + 11}H${xOf(highest)}m0-5v10M${xOf(least)} ${y + 6}v10" />`,
        text(left + length + 10, y + 17, `${median.toFixed(2)} ×`),
      )
      said.push(
        `${title}, ${name}: ${median.toFixed(2)} times ${against}, from ${least.toFixed(2)} to ${highest.toFixed(2)}.`,
      )
      y += 28
    }
    parts.push(`<path class="even" d="M${xOf(1)} ${start - 4}V${y}" />`)
    y += 8
  }
  parts.push(
    text(8, y + 20, 'Bar: the median. Line: the spread of the rounds.'),
    text(8, y + 42, 'Dashed: as fast as the other.'),
    text(8, y + 64, where),
  )
  const title = 'The speed of the client'
  return svg({ title, words: said.join(' '), height: y + 78, style, parts })
}
