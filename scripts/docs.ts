/**
 * Writes the pages to `dist/docs/`, which need no server and no network: the reference with the guides (`index.html`),
 * "Try it" (`try-it.html`), and what a language model reads: `llms.txt` with the guides and the document it names.
 * `--provider` shows the document of a folder that `npm run overlay` wrote, in the place of ours.
 * `--out` chooses another folder.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readGuides } from './docs/guides.js'
import { writeMarkdown } from './docs/llms.js'
import { writeReference } from './docs/reference.js'
import { refuseHtml } from './docs/refuse-html.js'
import { writeTryIt } from './docs/try-it.js'
import type { Document } from './lib/document.js'
import { notices } from './lib/redocly.js'

import './lib/plain-errors.js'

const { out, provider: source } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/docs' },
    provider: { type: 'string', default: 'generated' },
  },
}).values

const text = await readFile(join(source, 'openapi.json'), 'utf8')
const document = JSON.parse(text, refuseHtml) as Document
const guides = await readGuides()
await mkdir(out, { recursive: true })
await writeReference(document, guides, join(out, 'index.html'))
await writeTryIt(document, source, join(out, 'try-it.html'))
await writeMarkdown(document, guides, source, out)
// Redoc's, and those of the client that runs in "Try it".
const licences = [notices, 'generated/licences.txt'].map((file) => readFile(file, 'utf8'))
await writeFile(join(out, 'licences.txt'), (await Promise.all(licences)).join('\n'))
console.log(`The pages are in ${out}.`)
