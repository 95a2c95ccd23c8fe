import { markdownTable } from '../../../scripts/lib/record.js'
import type { Failure } from './failing-program.js'
import type { FrozenCall } from './frozen.js'
import type { Finding } from './kills.js'

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
  'violations',
  'open after two leases',
  'unanswered in the end',
  'Seconds',
]

/** What is told that must not be. */
const liesIn = ({ findings }: Result): readonly string[] =>
  findings.flatMap(({ violations }) => [...violations])

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
      liesIn(result).length,
      ...[open, unanswered],
      seconds.toFixed(0),
    ]
  })
  return markdownTable(head, lines)
}

/** Whether a result holds a lie, leaves something open, or proves nothing; it says so. */
export function isWrong(result: Result): boolean {
  const violations = liesIn(result)
  for (const lie of violations.slice(0, 20)) console.error(`${result.name}: ${lie}`)
  // What meets no call in flight proves nothing.
  const left = result.findings.flatMap(({ left }) => [...left])
  const met = new Set(left.map(([, isReceived]) => isReceived))
  if (met.size < 2)
    console.error(`${result.name}: the kills met calls on one side of the sending only`)
  const kept = result.findings.some((finding) => finding.kept > 0)
  if (!kept) console.error(`${result.name}: no call got an answer that was kept`)
  return violations.length + result.open + result.unanswered > 0 || met.size < 2 || !kept
}

const times = ({ byFrozen, byOther }: FrozenCall): number => byFrozen + byOther

/** Whether it was told otherwise than it was, or, past its lease, not made once, or not closed. */
export function isFrozenWrong(call: FrozenCall): boolean {
  for (const lie of call.violations) console.error(`${call.transport}, ${call.phase}: ${lie}`)
  const isMade = times(call) === 1 && call.closed
  return call.open || call.violations.length > 0 || (call.span !== 'within its lease' && !isMade)
}

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
      count(({ violations }) => violations.length > 0),
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
      'violations',
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
