/**
 * Makes a client of the document in each language, compiles it, and calls the mock with it; in Go with a document of
 * more operations as well, and in three languages with that of a provider. With `FULL=1` it makes those of other generators too, gives the document to tools that make no
 * client of it, and lets a model call again after lost answers. Words choose among all by language and name; `--write` makes all and keeps the tables in
 * openapi/README.md.
 */
import { parseArgs } from 'node:util'
import { recordIn, today } from '../../../scripts/lib/record.js'
import { cases } from '../../support/cases.js'
import { choose, conclude, inLanes, stopwatch } from '../../support/runs.js'
import { attempt, type Finding } from './attempt.js'
import { lostAnswers, type LostAnswersFinding, meetLostAnswers } from './lost-answers.js'
import { callNext, nextClient, type NextFinding } from './next-operation.js'
import { callProvider, providerClients } from './provider.js'
import { read, type Reader, type Reading } from './reader.js'
import { readers } from './readers.js'
import type { Row } from './row.js'
import { rowsOf } from './rows.js'
import { tables } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const isAll = cases(true, false) || values.write || positionals.length > 0

const titleOf = (each: Row | Reader): string =>
  'use' in each
    ? `${each.use}, ${each.tool} ${each.version}`
    : `${each.language}, ${each.generator} ${each.version}`

async function tried(
  each: Row | Reader,
): Promise<Finding | Reading | NextFinding | LostAnswersFinding> {
  const took = stopwatch()
  const result = await ('use' in each
    ? read(each)
    : each === nextClient
      ? callNext()
      : each === lostAnswers
        ? meetLostAnswers()
        : providerClients.includes(each)
          ? callProvider(each)
          : attempt(each))
  const { absent, failure } = result
  const state = absent === undefined ? 'done' : `skipped: no ${absent.join(', ')}`
  console.error(`${titleOf(each)}: ${failure ?? state} (${took()})`)
  return result
}

const all = [
  ...(isAll ? [...readers, lostAnswers] : []),
  nextClient,
  ...providerClients,
  ...rowsOf(isAll),
]
// What compiles for minutes is the last of the table, and begins first.
const inTurn = choose(all, positionals, titleOf, 'some').reverse()
const results = (await inLanes(2, inTurn, tried)).reverse()
const findings = results.filter((each) => 'row' in each)
const readings = results.filter((each) => 'reader' in each)
const written = tables(findings, readings)
console.log(`\n${written}`)
for (const result of results) if ('table' in result) console.log(`\n${result.table}`)
const isSkipped = results.some(({ absent }) => absent !== undefined)
const isFailed = results.some(({ failure }) => failure !== undefined)
conclude(isFailed, isSkipped)
if (values.write && !isFailed && !isSkipped && results.length === all.length)
  await recordIn('openapi/README.md', 'test:languages').keep(
    `Measured on ${today()}.\n\n${written}`,
  )
