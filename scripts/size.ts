/** Fails where the client is larger than its ceilings: bytes for a browser, public names, and how much of src/ a call runs. */
import { readFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { exampleAnswers } from '../generated/index.js'
import { createClient } from '../src/index.js'

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

/** The functions of each file of src/ that run between two calls over a fetch that answers at once. */
async function functionsOfCall(): Promise<number[]> {
  const [example] = exampleAnswers['createStablecoinConversion']?.examples ?? []
  globalThis.fetch = () => Promise.resolve(Response.json(example?.response))
  const client = createClient({ baseUrl: 'https://api.example', auth: 'token' })
  const call = () => client.createStablecoinConversion(example?.request as never)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  for (let warm = 0; warm < 3; warm++) await call()
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  // Helpers of the compiler and initialisers of fields are no functions of the source.
  const helpers = ['__name', '<instance_members_initializer>']
  const isCalled = ({ functionName, ranges: [range] }: Profiler.FunctionCoverage): boolean =>
    range !== undefined && range.count > 0 && !helpers.includes(functionName)
  const own = result.filter(({ url }) => url.startsWith(new URL('../src/', import.meta.url).href))
  return own.map(({ functions }) => functions.filter(isCalled).length).filter((count) => count > 0)
}

const index = "from './dist/src/index.js'"
const ofDocument = await bytesOf("export { operations } from './generated/index.js'")
const withToken = await bytesOf(`export { createClient } ${index}`)
const withCredentials = await bytesOf(`export { createClient, clientCredentials } ${index}`)
const journal = await bytesOf("export * from './dist/src/journal.js'", '*/index.js')
const functions = await functionsOfCall()
const ceilings: readonly (readonly [name: string, figure: number, most: number])[] = [
  ['gzipped bytes with a token, without the document', withToken - ofDocument, 22_100],
  ['the same with clientCredentials', withCredentials - ofDocument, 24_850],
  ['gzipped bytes of ./journal', journal, 9_650],
  ['public names of all entries but the journal', publicNames(), 56],
  ['files of src/ that a warm call runs', functions.length, 9],
  ['functions of src/ that a warm call runs', functions.reduce((sum, one) => sum + one), 46],
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
