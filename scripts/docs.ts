/**
 * Writes the pages to `dist/docs/`, which need no server and no network: the reference of the operations with the guides
 * (`index.html`), that of the client (`client/`), "Try it" (`try-it.html`), and what a language model reads: `llms.txt` with
 * the guides and the document it names.
 */
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as own from '../generated/index.js'
import { readGuides } from './docs/guides.js'
import { writeMarkdown } from './docs/llms.js'
import { writeReference } from './docs/reference.js'
import { refuseHtml } from './docs/refuse-html.js'
import { writeTryIt } from './docs/try-it.js'
import type { Document } from './lib/document.js'
import { installTools } from './lib/install-tools.js'
import { licencesOf } from './lib/licences.js'
import { notices } from './lib/redocly.js'
import { step } from './lib/step.js'
import type { ProviderData } from './overlay/kept.js'

import './lib/plain-errors.js'

const help = `npm run docs -- [--provider DIR] [--out DIR]

Writes pages that need no server and no network: the operations, the guides,
the reference of the client, "Try it", and llms.txt.

  --provider DIR  the folder that stablecoin-issuer-overlay wrote, whose document
                  is shown in the place of our own
  --out DIR       the folder to write; dist/docs if it is left out`

const options = {
  provider: { type: 'string', default: 'generated' },
  out: { type: 'string', default: 'dist/docs' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const { provider: source, out, help: isHelp } = parseArgs({ options }).values
if (isHelp) console.log(help)
else await writePages()

async function writePages(): Promise<void> {
  const text = await readFile(join(source, 'openapi.json'), 'utf8')
  const document = JSON.parse(text, refuseHtml) as Document
  const isOwn = source === 'generated'
  const data = isOwn
    ? own
    : (JSON.parse(await readFile(join(source, 'provider.json'), 'utf8')) as ProviderData)
  const folder = isOwn ? undefined : basename(resolve(source))
  await installTools(['scripts/docs'])
  step('Writing the reference of the client')
  const { writeClientReference } = await import('./docs/client-reference.js')
  const guides = [...(await readGuides()), await writeClientReference(out)]
  step('Writing the pages')
  await mkdir(out, { recursive: true })
  await writeReference({ document, data, folder }, guides, join(out, 'index.html'))
  await writeTryIt(document, source, join(out, 'try-it.html'))
  await writeMarkdown(document, guides, source, out)
  // Redoc's, those of the client that runs in "Try it", and those of the scripts in TypeDoc's pages.
  const typedoc = await realpath('node_modules/typedoc')
  const licences = await Promise.all([
    readFile(notices, 'utf8'),
    readFile('generated/licences.txt', 'utf8'),
    licencesOf(
      'the reference of the client is made with',
      [typedoc, join(typedoc, '../lunr')],
      'its code is in these pages',
    ),
  ])
  await writeFile(join(out, 'licences.txt'), licences.join('\n'))
  console.log(`The pages are in ${out}.`)
}
