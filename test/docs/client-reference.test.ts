import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { readClientReference } from '../../scripts/docs/client-reference.js'

const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, object>>
}
const code = Object.entries(exports).filter(([, file]) => typeof file === 'object')
const entries = code.map(([name]) => name.replace(/^\.\/?/, '') || 'index')
const program = ts.createProgram(
  entries.map((name) => `src/${name}.ts`),
  { module: ts.ModuleKind.NodeNext, skipLibCheck: true },
)
const checker = program.getTypeChecker()

/** The names that an entry exports, as the compiler sees them. */
function exportsOf(entry: string): string[] {
  const source = program.getSourceFile(`src/${entry}.ts`)
  const module = source && checker.getSymbolAtLocation(source)
  return module ? checker.getExportsOfModule(module).map(({ name }) => name) : []
}

const { text } = await readClientReference()
const parts = new Map(
  text.split(/^## stablecoin-issuer-api\/?/m).map((part) => {
    const [name = '', ...rest] = part.split('\n')
    return [name || 'index', rest.join('\n')]
  }),
)

it.each(entries)('the reference of the client has each export of %s', (entry) => {
  const headings = Array.from(
    (parts.get(entry) ?? '').matchAll(/^### (?:Function |Value )?(\w+)$/gm),
    ([, name]) => name,
  )
  expect(headings).toEqual(expect.arrayContaining(exportsOf(entry)))
  expect(headings.length).toBeGreaterThan(0)
})

it.each([
  'withResponse(): Promise<CallResult<Data>>',
  'maxRetries?: number',
  'find(refId: string): Promise<JournalRow | undefined>',
  'toJSON(): Record<string, unknown>',
  'retryAt?: Date',
  '.all(input)',
  'type: "end"',
])('the reference of the client has the member %s', (member) => {
  expect(text).toContain(`\`${member}\``)
})

it('what the client keeps to itself is not in its reference', () => {
  expect(text).not.toMatch(/^### (?:CallContext|CallJournal|Claim|Kept|Limits)$/m)
})
