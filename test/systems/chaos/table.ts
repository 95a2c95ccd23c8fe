import { markdownTable } from '../../../scripts/lib/record.js'
import { allLies } from '../../far-side/judge.js'
import { type Client, nameOf } from './clients.js'
import type { Family } from './family.js'
import type { Tally } from './truth.js'

/** A family of intermediaries, one client, and what came of its calls. */
export interface Row {
  readonly family: Family
  readonly client: Client
}

export interface Finding extends Row {
  readonly tally?: Tally
  /** Why it did not come to its end. */
  readonly failure?: string
  /** How processes ended before their end, after which another one began. */
  readonly ends?: readonly string[]
  readonly seconds: number
}

export const titleOf = ({ family, client }: Row): string =>
  `${family.name}, ${client.http2 ? 'HTTP/2' : 'HTTP/1.1'}, ${nameOf(client)}`

const head = [
  'Between',
  'Protocol',
  'Client',
  'Conversions',
  ...allLies,
  '`rejected` by the last copy, or PUT',
  'unknown though not seen',
]

/** A line for each row; what stands between `Conversions` and the last two columns must be 0. */
export function chaosTable(findings: readonly Finding[]): string {
  const lines = findings.map(({ family, client, tally, failure, ends = [] }) => {
    const start = [family.name, client.http2 ? 'HTTP/2' : 'HTTP/1.1', nameOf(client)]
    const after = [...counted(ends), ...(failure === undefined ? [] : [`failed: ${failure}`])]
    if (tally === undefined) return [...start, after.join('; ')]
    const numbers = allLies.map((lie) => tally.lies[lie])
    const told = [share(tally), ...after].join('; ')
    return [...start, tally.conversions, ...numbers, tally.expected, told]
  })
  const tallies = findings.flatMap(({ tally }) => tally ?? [])
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0)
  const all = {
    unseen: sum(({ unseen }) => unseen),
    conversions: sum(({ conversions }) => conversions),
    others: sum(({ others }) => others),
  }
  const sums = allLies.map((lie) => sum(({ lies }) => lies[lie]))
  const copies = sum(({ expected }) => expected)
  const last = ['All', '', '', all.conversions, ...sums, copies, share(all)]
  return markdownTable(head, [...lines, last])
}

/** What happened, and how often: nobody is to overlook a process that died because the next one did not. */
function counted(ends: readonly string[]): string[] {
  return [...new Set(ends)].map((end) => {
    const times = ends.filter((other) => other === end).length
    return times === 1 ? end : `${end}, ${times} times`
  })
}

function share({ unseen, conversions, others }: Pick<Tally, 'unseen' | 'conversions' | 'others'>) {
  const calls = conversions + others
  return `${unseen} (${((100 * unseen) / Math.max(1, calls)).toFixed(1)} %)`
}
