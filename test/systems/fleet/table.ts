import { markdownTable } from '../../../scripts/lib/record.js'
import type { Finding } from './judge.js'
import type { Scenario } from './scenarios.js'

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
