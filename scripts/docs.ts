/** Renders the reference pages into one file, `dist/docs/index.html`; `--output` chooses another. */
import { parseArgs } from 'node:util'
import { renderPages } from './docs/render.js'

try {
  const { values } = parseArgs({
    options: { output: { type: 'string', default: 'dist/docs/index.html' } },
  })
  await renderPages(values.output)
  console.log(`The pages are at ${values.output}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
