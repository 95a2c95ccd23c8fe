import { markdownTable } from '../../../scripts/lib/record.js'
import { brokenRules } from '../../support/rules.js'
import { dangers } from './fates.js'
import type { Outcome } from './outcome.js'
import type { Reading } from './reader.js'
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

/** For each language the tables of what was found, and the limits that explain their gaps, in Markdown. */
export function tables(findings: readonly Finding[], readings: readonly Reading[]): string {
  const languages = [...new Set(findings.map(({ row }) => row.language))]
  const sections = languages.flatMap((language) => {
    const found = findings.filter(({ row }) => row.language === language)
    return [
      `## ${language}`,
      markdownTable(head, found.map(cells)),
      markdownTable(dangerous, found.map(fates)),
      notes(found.map(({ row }) => [row.generator, row.limits])),
    ]
  })
  return [
    ...sections,
    '## Tools that make no client of the document',
    markdownTable(readerHead, readings.map(readingCells)),
    notes(readings.map(({ reader }) => [reader.tool, reader.limits])),
  ].join('\n\n')
}

function notes(limits: readonly (readonly [string, readonly string[]])[]): string {
  const said = limits.filter(([, limit]) => limit.length > 0)
  return said.map(([name, limit]) => `- ${name}: ${limit.join(' ')}`).join('\n')
}

const dangerous = [
  'Generator',
  '`id` and network at once',
  'A misspelt reference, `refid`',
  'A network that is not listed',
]

function fates({ row, outcome }: Finding): string[] {
  const found = dangers.map((danger) => outcome?.fates[danger] ?? '')
  return [`${row.generator} ${row.version}`, ...found]
}

const readerHead = [
  'Use',
  'Tool',
  'OpenAPI',
  'Reads it',
  'Examples',
  'Broken rules that it lets through',
]

function readingCells({ reader, absent, failure, kept, taken }: Reading): string[] {
  const forms = reader.documents.map((name) => (name === 'openapi.json' ? '3.1' : '3.0'))
  const name = [reader.use, `${reader.tool} ${reader.version}`, forms.join(' and ')]
  if (absent !== undefined) return [...name, `skipped: no ${absent.join(', ')}`, '', '']
  if (failure !== undefined) return [...name, `failed: ${failure.split('\n')[0] ?? ''}`, '', '']
  if (kept === undefined) return [...name, 'yes: its code compiles', '–', '–']
  const examples = `${reader.keeps === undefined ? 'all ' : ''}${kept}, as documented`
  if (taken === undefined) return [...name, 'yes', examples, 'judges no bodies']
  const isAll = taken.length === brokenRules.length
  return [...name, 'yes', examples, isAll ? '**all**' : taken.join(', ') || 'none']
}

function cells({ row, absent, failure, warnings, outcome }: Finding): string[] {
  const name = [`${row.generator} ${row.version}`]
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
    warnings === 0 ? 'yes' : `yes, ${warnings ?? 0} ${warnings === 1 ? 'warning' : 'warnings'}`,
    'yes',
    exclusive(all),
    enums(all),
    all('number') ? 'yes' : 'no',
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
  return all('neither', 'half') ? 'yes, but for both at once' : 'no'
}

function enums(all: (...names: Rule[]) => boolean): string {
  if (all('network', 'side', 'market')) return 'yes'
  return all('network', 'side') ? 'yes, but for market' : 'constants of an open type'
}

function empty(count: number): string[] {
  return Array.from({ length: count }, () => '')
}
