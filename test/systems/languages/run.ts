/**
 * Makes a client of the document in each language, compiles it, and calls the mock with it; in Go with a document of
 * more operations as well, and in three languages with that of a provider. With `FULL=1` it makes those of other generators too, gives the document to tools that make no
 * client of it, and lets a model call again after lost answers. Words choose among all by language and name; `--write` makes all and keeps the tables in
 * openapi/README.md.
 */
import { parseArgs } from 'node:util'
import { recordIn, today } from '../../../scripts/lib/record.js'
import { cases } from '../../support/cases.js'
import { trialsTable, type Tried, tryAll } from '../../support/trials.js'
import { clientTrial } from './clients.js'
import { documentTrials } from './documents.js'
import { readerTrials } from './readers.js'
import type { LanguageTrial } from './row.js'
import { rowsOf } from './rows.js'
import { lostAnswers } from './rows/mcp.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const isAll = cases(true, false) || values.write || positionals.length > 0

/** The tables, and below each of them the notes. */
function tables(tried: readonly Tried<LanguageTrial>[]): string {
  const titles = new Set(tried.flatMap(({ trial }) => trial.section?.title ?? []))
  const parts = [...titles].flatMap((title) => {
    const own = tried.filter(({ trial }) => trial.section?.title === title)
    const notes = own.flatMap(({ trial: { note } }) => (note === undefined ? [] : `- ${note}`))
    return [`## ${title}`, trialsTable(own[0]?.trial.section?.head ?? [], own), notes.join('\n')]
  })
  return parts.filter((part) => part !== '').join('\n\n')
}

// What compiles for minutes is the last of the clients, and begins early.
const all = [
  ...(isAll ? lostAnswers : []),
  ...documentTrials,
  ...rowsOf(isAll).map(clientTrial),
  ...(isAll ? readerTrials : []),
]
const { tried, isWhole } = await tryAll(all, positionals)
const written = tables(tried)
console.log(`\n${written}`)
for (const { trial, found = [] } of tried)
  if (trial.section === undefined && found.length > 0) console.log(trial.title, found)
if (values.write && isWhole)
  await recordIn('openapi/README.md', 'test:languages').keep(
    `Measured on ${today()}.\n\n${written}`,
  )
