import { markdownTable } from '../../../scripts/lib/record.js'
import type { Finding } from './attempt.js'
import type { Reading } from './reader.js'

const head = [
  'Generator',
  'Unknown enum value in an answer',
  'Refused by types',
  'Past them by the client',
  'By the service',
  'By nobody',
]

/** For each language the table of the results, and the notes, in Markdown. */
export function tables(findings: readonly Finding[], readings: readonly Reading[]): string {
  const languages = [...new Set(findings.map(({ row }) => row.language))]
  const sections = languages.flatMap((language) => {
    const own = findings.filter(({ row }) => row.language === language)
    const noted = own.map(({ row }): Noted => [row.generator, row.note])
    return [`## ${language}`, markdownTable(head, own.map(cells)), notes(noted)]
  })
  const others = [
    '## Tools that make no client of the document',
    markdownTable(readerHead, readings.map(readingCells)),
    notes(readings.map(({ reader }) => [reader.tool, reader.note])),
  ]
  const parts = [...sections, ...(readings.length > 0 ? others : [])]
  return parts.filter((part) => part !== '').join('\n\n')
}

type Noted = readonly [name: string, note: string | undefined]

function notes(all: readonly Noted[]): string {
  return all.flatMap(([name, note]) => (note === undefined ? [] : `- ${name}: ${note}`)).join('\n')
}

function cells({ row, absent, failure, outcome }: Finding): string[] {
  const name = `${row.generator} ${row.version}`
  if (outcome === undefined) return [name, whyNot(absent, failure), '', '', '', '']
  const { types, client, service, nobody, tomorrow } = outcome
  const side = tomorrow === 'HOLD' ? 'survives' : tomorrow === 'lost' ? 'lost' : `as ${tomorrow}`
  const refusals = [types, client, service, nobody].map((refused) => refused.join(', ') || '–')
  return [name, side, ...refusals]
}

const readerHead = ['Use', 'Tool', 'OpenAPI', 'Examples', 'Broken rules that it lets through']

function readingCells({ reader, absent, failure, count, accepted }: Reading): string[] {
  const forms = reader.forms.map((name) => (name === 'openapi.json' ? '3.1' : '3.0')).join(' and ')
  const name = [reader.use, `${reader.tool} ${reader.version}`, forms]
  if (count === undefined) return [...name, whyNot(absent, failure), '']
  const judged = accepted === undefined ? 'judges no bodies' : accepted.join(', ') || 'none'
  return [...name, `all ${count}, as documented`, judged]
}

function whyNot(absent: readonly string[] | undefined, failure = ''): string {
  if (absent !== undefined) return `skipped: no ${absent.join(', ')}`
  return `failed: ${failure.split('\n')[0] ?? ''}`
}
