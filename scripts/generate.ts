/** Makes `generated/` from the document, and a guide's table from the code. `--check` only compares; `--document` and `--output` choose other places. */
import { parseArgs } from 'node:util'
import { callDecisions } from './generate/write/call-decisions.js'
import { writeFolder } from './generate/write/folder.js'
import { journalDecisions } from './generate/write/journal-decisions.js'
import { downgrade } from './generate/write/openapi-3.0.js'
import { publish } from './generate/write/published.js'
import { bundle } from './lib/bundle.js'
import { type Files, readFolder, staleNames, writeFiles } from './lib/folder.js'
import { licencesFile, manifestIn } from './lib/licences.js'
import { recordIn } from './lib/record.js'

import './lib/plain-errors.js'

const generated = 'generated'
const header = '// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.\n'

async function generate(file: string): Promise<Files> {
  const document = await bundle(file)
  const { version } = await manifestIn('.')
  return {
    ...(await writeFolder(document, { header, isOwn: true })),
    'openapi-3.0.json': `${JSON.stringify(downgrade(publish(document)), null, 2)}\n`,
    'version.ts': `// Made from package.json by \`npm run generate\`. Do not edit.

/** The version of this package. */
export const version: string = '${version}'
`,
    'licences.txt': await licencesFile(),
  }
}

const { check, document, output } = parseArgs({
  options: {
    document: { type: 'string', default: 'openapi/openapi.yaml' },
    output: { type: 'string', default: generated },
    check: { type: 'boolean', default: false },
  },
}).values
const made = await generate(document)
/** The tables of the guides that are printed from the functions that decide. */
const tables = [
  { guide: 'after-unknown', name: 'journal', table: journalDecisions() },
  { guide: 'errors-and-outcomes', name: 'retries', table: callDecisions() },
].map(({ guide, name, table }) => {
  return { record: recordIn(`openapi/guides/${guide}.md`, name, 'npm run generate'), guide, table }
})
if (check) {
  const names = staleNames(await readFolder(output), made).join(', ')
  if (names !== '')
    throw new Error(`not what ${document} gives: ${names}. Run \`npm run generate\`.`)
  for (const { record, guide, table } of tables)
    if ((await record.kept()) !== table)
      throw new Error(`${guide}.md has another table than the code. Run \`npm run generate\`.`)
} else {
  await writeFiles(output, {}, made)
  if (output === generated) for (const { record, table } of tables) await record.keep(table)
}
