import { markdownTable } from '../../../scripts/lib/record.js'
import type { FrozenCall } from './frozen.js'
import type { Row } from './journal.js'
import type { Finding } from './lives.js'
import { columns, type Seen } from './truth.js'

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
const liesIn = ({ findings }: Result): number =>
  columns.reduce((sum, lie) => sum + countOf(findings, lie), 0)

function countOf(findings: readonly Finding[], lie: (typeof columns)[number]): number {
  return findings.reduce((sum, { lies }) => sum + (lies.get(lie)?.size ?? 0), 0)
}

/** A line for each kind of journal; whatever stands between `of these seen` and `Seconds` must be 0. */
export function killsTable(results: readonly Result[]): string {
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
  return markdownTable(head, lines)
}

/** Whether a result holds a lie, leaves something open, or proves nothing; it says so. */
export function isWrong(result: Result): boolean {
  for (const { lies } of result.findings)
    for (const [lie, keys] of lies)
      if (keys.size > 0)
        console.error(`${result.name}: ${lie}: ${[...keys].slice(0, 5).join(', ')}`)
  const open = result.rows.filter(({ state }) => state === 'pending' || state === 'unknown')
  if (open.length > 0) console.error(`${result.name}: ${open.length} were left open`)
  // What meets no call in flight proves nothing.
  const left = result.findings.flatMap(({ left }) => [...left])
  const met = new Set(left.map((key) => result.seen.has(key)))
  if (met.size < 2)
    console.error(`${result.name}: the kills met calls on one side of the sending only`)
  return liesIn(result) > 0 || open.length > 0 || met.size < 2
}

const times = ({ byFrozen, byOther }: FrozenCall): number => byFrozen + byOther

/** Whether it was told otherwise than it was, or, past its lease, not carried out by either. */
export const isFrozenWrong = (call: FrozenCall): boolean =>
  call.lies.length > 0 || (call.span !== 'within its lease' && times(call) !== 1)

/** A line for each transport and phase; the columns at the right must be 0. */
export function frozenTable(calls: readonly FrozenCall[]): string {
  const nameOf = ({ transport, span, phase }: FrozenCall): string =>
    `${transport}: ${span === 'past its lease' ? phase : span}`
  const names = [...new Set(calls.map(nameOf))].sort()
  const lines = names.map((name) => {
    const own = calls.filter((call) => nameOf(call) === name)
    const count = (is: (call: FrozenCall) => boolean): number => own.filter(is).length
    return [
      ...[name, own.length],
      ...[count(({ byFrozen }) => byFrozen > 0), count(({ byOther }) => byOther > 0)],
      ...['succeeded', 'not_sent', 'unknown'].map((word) =>
        count(({ said }) => said.startsWith(word)),
      ),
      count((call) => times(call) === 1),
      ...columns.map((lie) => count(({ lies }) => lies.includes(lie))),
    ]
  })
  const said = ['it says succeeded', '`not_sent`', '`unknown`']
  return markdownTable(
    ['Frozen', 'Calls', 'sent by it', 'sent by the other', ...said, 'carried out once', ...columns],
    lines,
  )
}
