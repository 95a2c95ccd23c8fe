import { markdownTable } from '../../../scripts/lib/record.js'
import { violationsOf } from '../../network/violations.js'
import type { Books } from './far-side.js'
import type { Run } from './fleet.js'
import type { Phase, Scenario } from './scenarios.js'

/** What happened in a phase. */
export interface Finding {
  readonly phase: Phase
  /** Requests for a token that the endpoint saw. */
  readonly requests: number
  readonly calls: number
  readonly failed: number
  /** Requests that the service refused for a token that was revoked. */
  readonly refused: number
  /** How often a process told that the store failed it, up to some seconds after, as it tells late. */
  readonly storeErrors: number
  /** Milliseconds, of the call that waited longest for a token. */
  readonly added: number
}

export function findings({ phases }: Scenario, run: Run, books: Books): readonly Finding[] {
  return phases.map((phase) => {
    const from = run.began + phase.from * 1_000
    const to = run.began + phase.to * 1_000
    const within = ({ at }: { readonly at: number }): boolean => at >= from && at < to
    const soon = (at: number): boolean => at >= from && at < to + 3_000
    const calls = run.reports.flatMap((report) => report.calls).filter(within)
    return {
      phase,
      requests: books.asked.filter((at) => within({ at })).length,
      calls: calls.length,
      failed: calls.filter(({ outcome }) => outcome !== 'ok').length,
      refused: books.refused.filter(within).length,
      storeErrors: run.reports.flatMap(({ storeErrors }) => storeErrors).filter(soon).length,
      added: calls.reduce((most, { added }) => Math.max(most, added), 0),
    }
  })
}

/** What of a run is not as it has to be, in sentences. */
export function complaints(found: readonly Finding[], run: Run, books: Books): readonly string[] {
  const quiet = found.filter((finding) => !isDisturbed(finding))
  const isTooBusy = 2 * quiet.length < found.length
  return [
    ...found.flatMap(complaintsOf),
    ...disagreements(run, books),
    ...(isTooBusy ? ['the machine is too busy: its store seldom answered within a second'] : []),
  ]
}

/** A store that answers late, on a machine that is busy with other things, is one that fails. */
const isDisturbed = ({ phase, storeErrors }: Finding): boolean =>
  storeErrors > 0 && phase.storeFails !== true

function complaintsOf(finding: Finding): string[] {
  const { phase, requests, calls, failed, refused, storeErrors } = finding
  const [least, most] = phase.requests
  const { refused: leastRefused = 0 } = phase
  // Whoever tells that the store failed it may ask for itself; nobody else.
  const excused = isDisturbed(finding) ? storeErrors : 0
  const wrong: [boolean, string][] = [
    [requests < least || requests > most + excused, `${requests} token requests`],
    [calls === 0, 'no calls'],
    [failed > 0, `${failed} calls failed`],
    [refused < leastRefused, `only ${refused} calls met the revocation`],
    [storeErrors === 0 && phase.storeFails === true, 'nobody told that the store failed'],
  ]
  return wrong.flatMap(([is, what]) => (is ? [`${phase.name}: ${what}`] : []))
}

/** Where the far side knows otherwise than the fleet. */
function disagreements({ reports }: Run, { conversions, refused }: Books): string[] {
  const calls = reports.flatMap((report) => report.calls)
  const violations = calls.flatMap(({ refId, outcome }) =>
    violationsOf({ end: outcome }, conversions.of(refId)).map((lie) => `${refId}: ${lie}`),
  )
  const told = new Set(calls.map(({ refId }) => refId))
  const untold = [...conversions.entries.keys()].filter((refId) => !told.has(refId))
  const tooOld = refused.filter(({ wasRevoked }) => !wasRevoked)
  const wrong: [number, string][] = [
    [untold.length, 'conversions came, of which nobody told'],
    [tooOld.length, 'requests were sent with a token that had ended'],
  ]
  const failures = new Set(reports.flatMap((report) => report.failures))
  return [
    ...violations.slice(0, 5),
    ...wrong.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...[...failures].slice(0, 5),
  ]
}

/** What came of a fleet. */
export interface Result {
  readonly scenario: Scenario
  readonly found: readonly Finding[]
}

const head = [
  'Store',
  'Processes',
  'Seconds',
  'What happens',
  'Token requests',
  'may be',
  'Calls',
  'failed',
  'refused (401)',
  'store failed',
  'Worst added latency',
]

/** A line for each phase of each fleet. */
export function phasesTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ scenario, found }) =>
    found.map(({ phase, requests, calls, failed, refused, storeErrors, added }) => {
      const [least, most] = phase.requests
      return [
        ...[scenario.name, scenario.processes, `${phase.from}–${phase.to}`, phase.name],
        ...[requests, least === most ? most : `${least}–${most}`],
        ...[calls, failed, refused, storeErrors],
        `${added.toFixed(0)} ms`,
      ]
    }),
  )
  return markdownTable(head, rows)
}
