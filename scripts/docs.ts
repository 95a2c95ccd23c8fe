/**
 * Renders the reference pages into one file, `dist/docs/index.html`, and puts the licences of what is in it beside it.
 * `--output` chooses another file.
 */
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { renderPages } from './docs/render.js'
import { notices } from './lib/redocly.js'

try {
  const { values } = parseArgs({
    options: { output: { type: 'string', default: 'dist/docs/index.html' } },
  })
  await renderPages(values.output)
  await copyFile(notices, join(dirname(values.output), 'licences.txt'))
  console.log(`The pages are at ${values.output}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
