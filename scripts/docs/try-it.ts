import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import { keysOf, withOptionalKeys } from '../generate/read/idempotency.js'
import { type Document, listOperations } from '../lib/document.js'
import { inFolder } from '../lib/in-folder.js'
import { namedExamples } from '../lib/named-examples.js'
import { overlayCommand } from '../overlay/command.js'
import { readSource } from '../overlay/source.js'
import type { TriedOperation } from './try-it/form.js'

/** Adds to our own document a read by which a look-up can be shown. */
const overlay = 'scripts/lib/acme.overlay.yaml'

/** Writes "Try it" as one file: the client and the issuer in memory are in it. `source` is the folder of the document. */
export async function writeTryIt(
  document: Document,
  source: string,
  output: string,
): Promise<void> {
  const shown = withOptionalKeys(document, keysOf(listOperations(document)))
  const operations = listOperations(shown).map((operation): TriedOperation => {
    const { id, method, path, object } = operation
    const examples = namedExamples(operation).map(({ summary, request }) => ({
      title: summary,
      input: request,
    }))
    return { id, title: object.summary ?? id, address: `${method} ${path}`, examples }
  })
  const [page, style, script] = await Promise.all([
    readFile('scripts/docs/try-it/try-it.html', 'utf8'),
    readFile('scripts/docs/try-it/try-it.css', 'utf8'),
    inFolder('try-it', async (folder) => {
      if (source !== 'generated') return bundled(operations, source, true)
      await overlayCommand([overlay, '--out', folder], readSource, () => undefined)
      return bundled(operations, folder, false)
    }),
  ])
  const whole = page
    .replaceAll('{title}', () => document.info.title)
    .replace('/* try-it.css */', () => style)
    .replace('/* form.ts */', () => script)
  await writeFile(output, whole)
}

async function bundled(
  operations: readonly TriedOperation[],
  source: string,
  isLookedUp: boolean,
): Promise<string> {
  const contents = `import { fillForm } from './scripts/docs/try-it/form.js'
import { provider } from ${JSON.stringify(resolve(source, 'index'))}
fillForm(${JSON.stringify(operations)}, provider, ${isLookedUp})`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    alias: { 'stablecoin-issuer-api': resolve('src/index.ts') },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
  })
  return outputFiles[0]?.text.trim() ?? ''
}
