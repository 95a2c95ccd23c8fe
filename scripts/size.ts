/**
 * Fails where the client is larger than its ceilings: bytes for a browser, lines of code, public names, and how much of
 * src/ a call runs. `--trace` lists the functions of that call.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { format, resolveConfig } from 'prettier'
import ts from 'typescript'
import { createClient } from '../src/index.js'
import { readFirstExamples } from './lib/examples.js'
import { renamed, replaceWords } from './lib/names.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')
const {
  values: { trace },
  positionals: [built = 'dist'],
} = parseArgs({ allowPositionals: true, options: { trace: { type: 'boolean', default: false } } })

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

/** The ceilings hold for any name of the project: what has it is measured with a short one. */
const unnamed = (text: string): string =>
  replaceWords(text, renamed(manifest.name.replace(/-api$/, ''), 'name'))

/**
 * Bytes of what a page bundles that imports these names of an entry, or all of it, minified and gzipped; of another entry,
 * what comes on top of the main one, which it imports.
 */
async function bytesOf(entry: string, ...names: readonly string[]): Promise<number> {
  const external = entry === 'index' ? [] : ['*/index.js']
  const what = names.length > 0 ? `{ ${names.join(', ')} }` : '*'
  return gzipped(`export ${what} from './src/${entry}.js'`, join(root, built), external)
}

/** Bytes of the operations of the document, with the functions that they use. They are not counted: a fork has others. */
const documentBytes = (): Promise<number> =>
  gzipped("export { operations } from './generated/index.js'", root, [])

async function gzipped(contents: string, resolveDir: string, external: string[]): Promise<number> {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
    tsconfigRaw: {},
    external,
    stdin: { contents, resolveDir },
  })
  return gzipSync(unnamed(outputFiles[0]?.text ?? ''), { level: 9 }).length
}

/** Neither comments nor blank lines have tokens; what has no effect when it runs, or only names other files, is skipped. */
function isCode(node: ts.Node): boolean {
  const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
  const isLink = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  const isDeclared = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)
  return !isType && !isLink && !isDeclared && !ts.isJSDoc(node)
}

/** Lines with a token of code, as Prettier breaks them. */
async function linesOf(files: readonly string[]): Promise<number> {
  const lines = await Promise.all(files.map(linesOfFile))
  return lines.reduce((sum, each) => sum + each, 0)
}

async function linesOfFile(file: string): Promise<number> {
  const path = join(src, file)
  const written = readFileSync(path, 'utf8')
  const short = unnamed(written)
  const text =
    short === written
      ? short
      : await format(short, { ...(await resolveConfig(path)), filepath: path })
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  const lines = new Set<number>()
  const lineAt = (at: number): number => source.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node): void => {
    if (!isCode(node)) return
    const children = node.getChildren(source)
    children.forEach(visit)
    if (children.length > 0 || node.getWidth(source) === 0) return
    for (let line = lineAt(node.getStart(source)); line <= lineAt(node.end); line++) lines.add(line)
  }
  visit(source)
  return lines.size
}

/**
 * Exported names, types included, of every entry of code: a name of two entries counts twice, and one that is made of
 * the document not at all.
 */
function publicNames(): number {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : [join(src, entry.default.replace(/^.*\/(.*)\.js$/, '$1.ts'))],
  )
  const module = ts.ModuleKind.NodeNext
  const program = ts.createProgram(entries, { module, types: ['node'], skipLibCheck: true })
  const checker = program.getTypeChecker()
  return entries.reduce((sum, entry) => {
    const file = program.getSourceFile(entry)
    const symbol = file && checker.getSymbolAtLocation(file)
    if (symbol === undefined) throw new Error(`${relative(root, entry)} exports nothing`)
    const isOfDocument = (one: ts.Symbol): boolean => {
      const isAlias = (one.flags & ts.SymbolFlags.Alias) !== 0
      const [declared] = (isAlias ? checker.getAliasedSymbol(one) : one).declarations ?? []
      return declared?.getSourceFile().fileName.startsWith(join(root, 'generated')) ?? false
    }
    return sum + checker.getExportsOfModule(symbol).filter((one) => !isOfDocument(one)).length
  }, 0)
}

/**
 * The functions of src/, by file, that run between two calls: a conversion with a fixed token and without events, over a
 * fetch that answers at once. Helpers of the compiler and initialisers of fields are no functions of the source.
 */
async function functionsOfCall(): Promise<ReadonlyMap<string, readonly string[]>> {
  const examples = await readFirstExamples()
  const example = examples.find(({ operationId }) => operationId === 'createStablecoinConversion')
  globalThis.fetch = () => Promise.resolve(Response.json(example?.response))
  const client = createClient({ baseUrl: 'https://api.example', auth: 'token' })
  const call = () => client.createStablecoinConversion(example?.body as never)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (let warm = 0; warm < 3; warm++) await call()
  await session.post('Profiler.takePreciseCoverage')
  await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = ({ functionName, ranges }: Profiler.FunctionCoverage): boolean =>
    (ranges[0]?.count ?? 0) > 0 &&
    !['__name', '<instance_members_initializer>'].includes(functionName)
  const files = result.flatMap(({ url, functions }) => {
    const names = functions.filter(ran).map(({ functionName }) => functionName || '(anonymous)')
    const file = url.startsWith('file:') ? relative(src, fileURLToPath(url)) : '..'
    return file.startsWith('..') || names.length === 0 ? [] : [[file, names] as const]
  })
  return new Map(files)
}

const code = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/^(?:testing|mock|journal)\b/.test(file),
)
const run = await functionsOfCall()
if (trace) for (const [file, names] of run) console.log(`${file}: ${names.join(', ')}`)

const ofDocument = await documentBytes()
const bytes = await bytesOf('index', 'createClient')
const bytesWithCredentials = await bytesOf('index', 'createClient', 'clientCredentials')
const functions = [...run.values()].flat().length
const ceilings: Readonly<Record<string, readonly [figure: number, most: number]>> = {
  'gzipped bytes with a token, without the document': [bytes - ofDocument, 16_000],
  'gzipped bytes with clientCredentials, without the document': [
    bytesWithCredentials - ofDocument,
    19_590,
  ],
  'gzipped bytes of ./journal': [await bytesOf('journal'), 8_330],
  'lines of code in src/ without testing, mock and journal': [await linesOf(code), 3_175],
  'public names of all entries, without the document': [publicNames(), 89],
  'files of src/ that a warm conversion runs': [run.size, 10],
  'functions of src/ that a warm conversion runs': [functions, 44],
}
console.log(
  `gzipped bytes with clientCredentials and the document: ${bytesWithCredentials.toLocaleString('en')}`,
)
for (const [name, [figure, most]] of Object.entries(ceilings)) {
  const line = `${name}: ${figure.toLocaleString('en')}, at most ${most.toLocaleString('en')}`
  console.log(figure > most ? `${line}  OVER` : line)
  if (figure > most) process.exitCode = 1
}
if (process.exitCode === 1)
  console.log('Make it smaller, or say in the commit what it is for and raise scripts/size.ts.')
