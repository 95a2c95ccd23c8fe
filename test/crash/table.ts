import { markdownTable } from '../../scripts/record.js'
import type { Finding } from './lives.js'
import type { Row } from './journal.js'
import { type Seen, columns } from './truth.js'

/** What was found in one journal, or in several of a kind. */
export interface Result {
  readonly name: string
  readonly kills: number
  readonly findings: readonly Finding[]
  readonly rows: readonly Row[]
  readonly seen: Seen
  readonly seconds: number
}

const states = ['succeeded', 'rejected', 'not_sent', 'unknown', 'pending'] as const
const head = [
  'Journal',
  'Kills',
  'before its work',
  'Conversions',
  ...states,
  'left by the dead',
  'of these seen',
  ...columns,
  'Seconds',
]

/** How often something is told that must not be. */
export const liesIn = ({ findings }: Result): number =>
  columns.reduce((sum, lie) => sum + countOf(findings, lie), 0)

function countOf(findings: readonly Finding[], lie: (typeof columns)[number]): number {
  return findings.reduce((sum, { lies }) => sum + (lies.get(lie)?.size ?? 0), 0)
}

/** A line for each kind of journal; whatever stands between `of these seen` and `Seconds` must be 0. */
export function table(results: readonly Result[]): string {
  const lines = results.map((result) => {
    const { name, kills, findings, rows, seen, seconds } = result
    const left = findings.flatMap((finding) => [...finding.left])
    return [
      name,
      kills,
      findings.reduce((sum, { early }) => sum + early, 0),
      rows.length,
      ...states.map((state) => rows.filter((row) => row.state === state).length),
      left.length,
      left.filter((key) => seen.has(key)).length,
      ...columns.map((lie) => countOf(findings, lie)),
      seconds.toFixed(0),
    ]
  })
  return markdownTable(
    head,
    lines.map((line) => line.map(String)),
  )
}
