import { markdownTable } from '../../scripts/record.js'
import type { Outcome } from './outcome.js'
import type { Row } from './row.js'
import { type Rule, rules } from './rules.js'

/** What came of a row. */
export interface Finding {
  readonly row: Row
  readonly absent?: readonly string[]
  readonly failure?: string
  readonly warnings?: number
  readonly outcome?: Outcome
}

const head = [
  'Language',
  'Generator',
  'Generates',
  'Compiles',
  'Three calls',
  'Exclusive alternatives',
  'Enums',
  'Decimals as strings',
  'Unknown enum value in an answer',
  'Refused by types',
  'Refused by the client',
  'Left to the service',
  'Refused by nobody',
]

/** The table of the findings, and the limits that explain its gaps, in Markdown. */
export function table(findings: readonly Finding[]): string {
  const limits = findings.map(
    ({ row }) => `- ${row.generator} (${row.language}): ${row.limits.join(' ')}`,
  )
  return [markdownTable(head, findings.map(cells)), '', ...limits].join('\n')
}

function cells({ row, absent, failure, warnings, outcome }: Finding): string[] {
  const name = [row.language, `${row.generator} ${row.version}`]
  if (absent !== undefined) return [...name, `skipped: no ${absent.join(', ')}`, ...empty(10)]
  if (outcome === undefined)
    return [...name, `failed: ${(failure ?? '').split('\n')[0] ?? ''}`, ...empty(10)]
  const { refusers, tomorrow } = outcome
  const by = (refuser: string): string =>
    rules.filter((rule) => refusers[rule] === refuser).join(', ') || '–'
  const all = (...names: Rule[]): boolean =>
    names.every((rule) => refusers[rule] === 'types' || refusers[rule] === 'client')
  return [
    ...name,
    'yes',
    warnings === 0 ? 'yes' : `yes, ${warnings ?? 0} warnings`,
    'yes',
    exclusive(all),
    enums(all),
    refusers.number === 'types' ? 'yes' : 'no',
    tomorrow === 'HOLD' ? 'survives' : tomorrow.startsWith('lost') ? 'lost' : `as ${tomorrow}`,
    by('types'),
    by('client'),
    by('mock'),
    by('nobody'),
  ]
}

function exclusive(all: (...names: Rule[]) => boolean): string {
  if (all('neither', 'both', 'half')) return 'yes'
  if (all('both')) return 'yes, but may be empty'
  return all('neither', 'half') ? 'a union; both at once compiles' : 'no'
}

function enums(all: (...names: Rule[]) => boolean): string {
  if (all('network', 'side', 'market')) return 'yes'
  return all('network', 'side') ? 'yes, but for market' : 'constants of an open type'
}

function empty(count: number): string[] {
  return Array.from({ length: count }, () => '')
}
