/**
 * Makes a client of the document in each language, compiles it, and calls the mock with it; and gives the document to
 * tools that make no client of it. In Go and Python it does so with a document of more operations as well. Without words
 * a few rows are made, with `FULL=1` all. Words choose rows by their folder; `--write` makes all and keeps the tables in
 * openapi/README.md.
 */
import { parseArgs } from 'node:util'
import { recordIn, today } from '../../../scripts/lib/record.js'
import { cases } from '../../support/cases.js'
import { conclude, inLanes, stopwatch } from '../../support/runs.js'
import { attempt } from './attempt.js'
import { callNext, type NextClient, nextClients, type NextFinding } from './next-operation.js'
import { read, type Reader, type Reading } from './reader.js'
import { readers as allReaders } from './readers.js'
import type { Row } from './row.js'
import { few, rows as all } from './rows.js'
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
const next = nextClients.filter(matches)
if (rows.length + readers.length + next.length === 0)
  throw new Error(`No row matches ${positionals.join(' ')}.`)

/** Makes a client, or has a tool read the document, and says how it went. */
async function tried(each: Row | Reader | NextClient): Promise<Finding | Reading | NextFinding> {
  const took = stopwatch()
  const isNext = 'query' in each
  const found = await ('use' in each ? read(each) : isNext ? callNext(each) : attempt(each))
  const { absent, failure } = found
  const skipped = absent === undefined ? 'done' : `skipped: no ${absent.join(', ')}`
  const name =
    'use' in each
      ? each.tool
      : `${each.language}${isNext ? ', eight operations' : ''}, ${each.generator}`
  console.error(`${name} ${each.version}: ${failure ?? skipped} (${took()})`)
  return found
}

// What compiles for minutes begins first. While one waits for its downloads, another compiles.
const isLong = (row: Row): boolean => row.language === 'Rust'
const inTurn = [...rows.filter(isLong), ...rows.filter((row) => !isLong(row)), ...readers, ...next]
const found = await inLanes(2, inTurn, tried)
const findings = found.filter((each) => 'row' in each)
const written = tables(
  findings.sort((one, other) => rows.indexOf(one.row) - rows.indexOf(other.row)),
  found.filter((each) => 'reader' in each),
)
if (rows.length + readers.length > 0) console.log(`\n${written}`)
const skipped = found.some(({ absent }) => absent !== undefined)
const failed = found.some(({ failure }) => failure !== undefined)
conclude(failed, skipped)
if (
  values.write &&
  !process.exitCode &&
  rows.length + readers.length === all.length + allReaders.length
) {
  const record = recordIn('openapi/README.md', 'test:languages')
  await record.keep(`Measured on ${today()}.\n\n${written}`)
}
