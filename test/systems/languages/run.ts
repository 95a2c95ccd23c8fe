/**
 * Makes a client of the document in each language, compiles it, and calls the mock with it; and gives the document to
 * tools that make no client of it. Without words a few rows are made, with `FULL=1` all. Words choose rows by their
 * folder; `--write` makes all and keeps the tables in openapi/README.md.
 */
import { parseArgs } from 'node:util'
import { recordIn, today } from '../../../scripts/lib/record.js'
import { cases } from '../../support/cases.js'
import { attempt } from './attempt.js'
import { read, type Reading } from './reader.js'
import { readers as allReaders } from './readers.js'
import type { Row } from './row.js'
import { few, rows as all } from './rows.js'
import { type Services, startServices } from './services.js'
import { type Finding, tables } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const matches = ({ folder }: { readonly folder: string }): boolean =>
  positionals.length === 0 || positionals.some((word) => folder.includes(word))
const isAsked = values.write || positionals.length > 0
const rows = (isAsked ? all : cases(all, few)).filter(matches)
// The first of them stands for those that are fetched together.
const readers = (isAsked ? allReaders : cases(allReaders, allReaders.slice(0, 1))).filter(matches)
if (rows.length + readers.length === 0) throw new Error(`No row matches ${positionals.join(' ')}.`)

/** Two at once: while one waits for its downloads, the other compiles. Each has services of its own. */
const atOnce = 2

interface Came {
  readonly absent?: readonly string[]
  readonly failure?: string
}

async function timed<Found extends Came>(label: string, work: Promise<Found>): Promise<Found> {
  const started = Date.now()
  const { absent, failure } = await work
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  const skipped = absent === undefined ? 'done' : `skipped: no ${absent.join(', ')}`
  console.error(`${label}: ${failure ?? skipped} (${seconds} s)`)
  return work
}

/** What compiles for minutes begins first, beside all the others. */
const isLong = ({ language }: Row): number => Number(language === 'Rust')

const findings = new Map<number, Finding>()
const readings = new Map<number, Reading>()
const queue: ((services: Services) => Promise<unknown>)[] = [
  ...[...rows.entries()]
    .sort(([, one], [, other]) => isLong(other) - isLong(one))
    .map(([place, row]) => async (services: Services) => {
      const label = `${row.language}, ${row.generator} ${row.version}`
      findings.set(place, await timed(label, attempt(row, services)))
    }),
  ...readers.map((reader, place) => async () => {
    readings.set(place, await timed(`${reader.tool} ${reader.version}`, read(reader)))
  }),
]

async function work(): Promise<void> {
  const services = await startServices()
  try {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next(services)
  } finally {
    await services.stop()
  }
}

await Promise.all(Array.from({ length: atOnce }, work))
const inOrder = <Found>(found: ReadonlyMap<number, Found>): Found[] =>
  [...found].sort(([one], [other]) => one - other).map(([, one]) => one)
const written = tables(inOrder(findings), inOrder(readings))
console.log(`\n${written}`)
const everything: Came[] = [...findings.values(), ...readings.values()]
const skipped = everything.some(({ absent }) => absent !== undefined)
const failed = everything.some(({ failure }) => failure !== undefined)
if (failed || (skipped && process.env['REQUIRE_TOOLS'] === '1')) process.exitCode = 1
else if (values.write && rows.length + readers.length === all.length + allReaders.length) {
  const record = recordIn('openapi/README.md', 'test:languages')
  await record.keep(`Measured on ${today()}.\n\n${written}`)
}
