/**
 * Renders the reference pages: `dist/docs/index.html`, one file with the guides beside the reference. Beside it lie all
 * of it in Markdown (`all.md`) with its table of contents (`llms.txt`), and the licences of what is in the pages.
 * `--output` chooses another file. `--overlay` shows what your provider says beyond our document, in an OpenAPI Overlay
 * (or several, in their order). `--write` writes the errors into their guide instead, from the source.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderPages } from './docs/render.js'
import { recordIn } from './lib/record.js'
import { notices } from './lib/redocly.js'

import './lib/plain-errors.js'

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'dist/docs/index.html' },
    overlay: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean' },
  },
})
const { output, overlay, write } = values
if (write) {
  // It makes calls that fail, by the code of the guide's test, which the pages do not need.
  const { errorSections } = await import('./docs/errors.js')
  await recordIn('openapi/guides/errors-and-outcomes.md', 'docs').keep(await errorSections())
} else {
  await renderPages(output, overlay)
  // Redoc's, and those of the client that runs in the pages.
  const licences = [notices, 'generated/licences.txt'].map((file) => readFile(file, 'utf8'))
  await writeFile(join(dirname(output), 'licences.txt'), (await Promise.all(licences)).join('\n'))
  console.log(`The pages are at ${output}.`)
}
