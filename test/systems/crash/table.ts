import { markdownTable } from '../../../scripts/lib/record.js'
import type { Failure } from './failing-program.js'
import type { FrozenCall } from './frozen.js'
import type { Finding } from './kills.js'
import { columns } from './truth.js'

/** What was found in one journal, or in several of a kind. */
export interface Result {
  readonly name: string
  readonly kills: number
  readonly findings: readonly Finding[]
  readonly rows: number
  /** Rows that nobody settled within two leases of the last kill. */
  readonly open: number
  /** Rows of conversions that were not made, or not answered, in the end. */
  readonly unanswered: number
  readonly seconds: number
}

const head = [
  'Journal',
  'Kills',
  'before its work',
  'Conversions',
  'left by the dead',
  'of these received',
  'answered from the journal',
  ...columns,
  'open after two leases',
  'unanswered in the end',
  'Seconds',
]

/** How often something is told that must not be. */
const liesIn = ({ findings }: Result): number =>
  columns.reduce((sum, lie) => sum + countOf(findings, lie), 0)

function countOf(findings: readonly Finding[], lie: (typeof columns)[number]): number {
  return findings.reduce((sum, { lies }) => sum + (lies.get(lie)?.size ?? 0), 0)
}

/** A line for each kind of journal; whatever stands between `answered from the journal` and `Seconds` must be 0. */
export function killsTable(results: readonly Result[]): string {
  const lines = results.map((result) => {
    const { name, kills, findings, rows, open, unanswered, seconds } = result
    const left = findings.flatMap((finding) => [...finding.left])
    return [
      name,
      kills,
      findings.reduce((sum, { early }) => sum + early, 0),
      rows,
      left.length,
      left.filter(([, isReceived]) => isReceived).length,
      findings.reduce((sum, { kept }) => sum + kept, 0),
      ...columns.map((lie) => countOf(findings, lie)),
      ...[open, unanswered],
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
  // What meets no call in flight proves nothing.
  const left = result.findings.flatMap(({ left }) => [...left])
  const met = new Set(left.map(([, isReceived]) => isReceived))
  if (met.size < 2)
    console.error(`${result.name}: the kills met calls on one side of the sending only`)
  const kept = result.findings.some((finding) => finding.kept > 0)
  if (!kept) console.error(`${result.name}: no call got an answer that was kept`)
  return liesIn(result) + result.open + result.unanswered > 0 || met.size < 2 || !kept
}

const times = ({ byFrozen, byOther }: FrozenCall): number => byFrozen + byOther

/** Whether it was told otherwise than it was, or, past its lease, not made once, or not closed. */
export const isFrozenWrong = (call: FrozenCall): boolean =>
  call.open ||
  call.lies.length > 0 ||
  (call.span !== 'within its lease' && (times(call) !== 1 || !call.closed))

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
      count(({ open }) => open),
      ...columns.map((lie) => count(({ lies }) => lies.includes(lie))),
    ]
  })
  const said = ['it says succeeded', '`not_sent`', '`unknown`']
  return markdownTable(
    [
      'Frozen',
      'Calls',
      'sent by it',
      'sent by the other',
      ...said,
      'carried out once',
      'open in the end',
      ...columns,
    ],
    lines,
  )
}

/** A line for each trouble of a database. */
export function failuresTable(failures: readonly Failure[]): string {
  const lines = failures.map(({ name, found, expected }) => [
    name,
    found,
    found === expected ? 'yes' : `NO: ${expected}`,
  ])
  return markdownTable(['A database that', 'what becomes of a call', 'as it has to be'], lines)
}
