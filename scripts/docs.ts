/**
 * Renders the reference pages: `dist/docs/index.html`, one file with the guides beside the reference, and `all.html`
 * beside it, everything on one page without script. The licences of what is in them lie there too. `--output` chooses
 * another file, `--base` says where they will be served (for the canonical addresses and `sitemap.xml`), and `--write`
 * writes the errors into their guide instead, from the source.
 */
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderPages } from './docs/render.js'
import { recordIn } from './lib/record.js'
import { notices } from './lib/redocly.js'

import './lib/plain-errors.js'

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'dist/docs/index.html' },
    base: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const { output, base, write } = values
if (write) {
  // It makes calls that fail, by the code of the guide's test, which the pages do not need.
  const { errorSections } = await import('./docs/errors.js')
  await recordIn('openapi/guides/errors-and-outcomes.md', 'docs').keep(await errorSections())
} else {
  await renderPages(output, { base })
  await copyFile(notices, join(dirname(output), 'licences.txt'))
  console.log(`The pages are at ${output}.`)
}
