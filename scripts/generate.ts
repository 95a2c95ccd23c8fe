/**
 * Makes `generated/` from the document, two folders for tests in it, and the tables of options and retries from src/. `--check` only compares; `--document` and `--output` choose other places.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { addSamples } from './generate/read/samples.js'
import { ownImports, writeFolder } from './generate/write/folder.js'
import { downgrade } from './generate/write/openapi-3.0.js'
import { publish } from './generate/write/published.js'
import { versionModule } from './generate/write/version.js'
import { bundle } from './lib/bundle.js'
import { inFolder } from './lib/in-folder.js'
import { licencesFile } from './lib/licences.js'
import { commonOptionsTable, optionTables } from './lib/options.js'
import { recordBetween, recordIn, tidied } from './lib/record.js'
import { retryTable } from './lib/retries.js'
import { defaultScopes, markDefaultScopes, readReleased } from './lib/scopes.js'

import './lib/plain-errors.js'

const generated = 'generated'
const released = 'openapi/released.yaml'
const header = '// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.\n'

async function generate(file: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const document = await bundle(file, folder)
  const scopes = defaultScopes(document, await readReleased(released))
  markDefaultScopes(document, scopes)
  await addSamples(file, document)
  const made = await writeFolder(document, {
    header,
    imports: ownImports,
    own: { defaultScopes: scopes },
  })
  const files = {
    ...made,
    'openapi-3.0.json': `${JSON.stringify(downgrade(publish(document)), null, 2)}\n`,
    'version.ts':
      '// Made from package.json by `npm run generate`. Do not edit.\n' + (await versionModule()),
    'licences.txt': await licencesFile(),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

const [readme, guides] = ['README.md', 'openapi/guides']
const recorded = (name: string, file: string) => ({
  file,
  ...recordIn(file, name, 'npm run generate'),
})

/** Each table in Markdown that is made of src/, and where it is kept. */
const tables = [
  { file: readme, make: commonOptionsTable, ...recordBetween(readme, '## Options', '## More') },
  { make: optionTables, ...recorded('options', `${guides}/options.md`) },
  { make: retryTable, ...recorded('retries', `${guides}/errors-and-outcomes.md`) },
]

/** Folders that are committed, with their overlays: they change with the document, and with what is written of one. */
const overlays = [
  ['openapi/guides/examples/your-provider/acme.overlay.yaml', 'test/fixtures/acme'],
  ['test/support/parcels/parcels.overlay.yaml', 'test/fixtures/parcels'],
] as const

/** @throws Error in the sentence of the command */
async function applyOverlay(overlay: string, folder: string): Promise<void> {
  const command = ['--import', 'tsx', 'scripts/overlay/main.ts', overlay, '--out', folder]
  await promisify(execFile)(process.execPath, command).catch((error: unknown) => {
    throw new Error((error as { readonly stderr: string }).stderr.trim())
  })
}

/** The names of the files in which the committed folder and a fresh one differ. */
function stale(file: string, folder: string): Promise<string[]> {
  return inFolder('generated', async (fresh) => {
    await generate(file, fresh)
    const names = new Set([...(await readdir(fresh)), ...(await readdir(folder))])
    const differing: string[] = []
    for (const name of names) {
      const [committed, made] = await Promise.all(
        [folder, fresh].map((place) => readFile(join(place, name), 'utf8').catch(() => undefined)),
      )
      if (committed !== made) differing.push(name)
    }
    return differing
  })
}

const { values } = parseArgs({
  options: {
    document: { type: 'string', default: 'openapi/openapi.yaml' },
    output: { type: 'string', default: generated },
    check: { type: 'boolean', default: false },
  },
})

if (values.check) {
  const names = await stale(values.document, values.output)
  if (names.length > 0)
    throw new Error(
      `not what ${values.document} gives: ${names.join(', ')}. Run \`npm run generate\`.`,
    )
  for (const { file, make, kept } of tables)
    if ((await kept()).trim() !== (await tidied(await make())).trim())
      throw new Error(`${file} says something else than src/. Run \`npm run generate\`.`)
} else {
  await generate(values.document, values.output)
  if (values.output === generated) {
    for (const { make, keep } of tables) await keep(await make())
    // A copy of the project may be without the tests.
    for (const [overlay, folder] of overlays)
      if (existsSync(overlay)) await applyOverlay(overlay, folder)
  }
}
