/** Fails where the client is larger than its ceilings, which guard against an accident: bytes for a browser, and public names. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Bytes of what a page bundles of a module, minified and gzipped, without what is external. */
async function bytesOf(contents: string, ...external: string[]): Promise<number> {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    external,
    stdin: { contents, resolveDir: '.' },
  })
  return gzipSync(outputFiles[0]?.text ?? '', { level: 9 }).length
}

/** The names that the entries but the journal export one by one, types included. */
function publicNames(): number {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }
  const entries = Object.keys(exports).filter((name) => /^\.(?:\/(?!journal)[\w-]+)?$/.test(name))
  const exported =
    /^export (?!(?:type )?\*)(?:(?:type )?\{([^}]*)\}|(?:type|interface|const|class|(?:async )?function) \w+)/gm
  return entries
    .map((name) => readFileSync(`src/${name === '.' ? 'index' : name.slice(2)}.ts`, 'utf8'))
    .flatMap((text) => [...text.matchAll(exported)])
    .flatMap(([, list = 'one']) => list.split(',').filter((name) => name.trim() !== '')).length
}

const index = "from './dist/src/index.js'"
const ofDocument = await bytesOf("export { operations } from './generated/index.js'")
const withToken = await bytesOf(`export { createClient } ${index}`)
const withCredentials = await bytesOf(`export { createClient, clientCredentials } ${index}`)
// A page with a journal has a client too.
const ofClient = ['*/index.js', '*/shared.js']
const journal = await bytesOf("export * from './dist/src/journal.js'", ...ofClient)
const ceilings: readonly (readonly [name: string, figure: number, most: number])[] = [
  ['gzipped bytes with a token, without the document', withToken - ofDocument, 25_600],
  ['the same with clientCredentials', withCredentials - ofDocument, 28_300],
  ['gzipped bytes of ./journal', journal, 10_600],
  ['public names of all entries but the journal', publicNames(), 56],
]
const others = {
  'openapi-fetch alone': await bytesOf("export { default } from 'openapi-fetch'"),
  'a client by hand, with a token and retries': await bytesOf(
    "export * from './scripts/size/by-hand.mjs'",
  ),
}
for (const [name, figure] of Object.entries(others))
  console.log(`gzipped bytes of ${name}: ${figure}`)
for (const [name, figure, most] of ceilings) {
  console.log(`${name}: ${figure}, at most ${most}${figure > most ? '  OVER' : ''}`)
  if (figure > most) process.exitCode = 1
}
