import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Json } from '../../scripts/lib/document.js'
import { redocly } from '../../scripts/lib/redocly.js'
import { document } from '../support/document.js'
import { run, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

type Node = Record<string, Json>

/** The part of a document at a path of keys. */
function at(node: Node, ...keys: string[]): Node {
  return keys.reduce<Node>((part, key) => part[key] as Node, node)
}
const schema = (copy: Node, name: string): Node => at(copy, 'components', 'schemas', name)
const fields = (copy: Node, name: string): Node => at(schema(copy, name), 'properties')
const list = (node: Node, key: string): Json[] => node[key] as Json[]
const quotePath = '/v2/issuer-quote'
const post = (copy: Node): Node => at(copy, 'paths', quotePath, 'post')

/** Each edit, and the raise of the version that a reader would expect of it. */
const edits: [string, 'major' | 'minor' | 'patch', (copy: Node) => unknown][] = [
  [
    'a new optional request field',
    'minor',
    (copy) => (fields(copy, 'CreateIssuerQuoteRequest')['note'] = { type: 'string' }),
  ],
  [
    'a new required request field',
    'major',
    (copy) => {
      fields(copy, 'CreateIssuerQuoteRequest')['note'] = { type: 'string' }
      list(schema(copy, 'CreateIssuerQuoteRequest'), 'required').push('note')
    },
  ],
  [
    'a response field that is gone',
    'major',
    (copy) => {
      delete fields(copy, 'IssuerQuote')['fee']
      schema(copy, 'IssuerQuote')['required'] = ['quote_id']
    },
  ],
  [
    'a tightened pattern',
    'major',
    (copy) =>
      (at(fields(copy, 'CreateStablecoinConversionRequest'), 'amount')['pattern'] = '^[0-9]+$'),
  ],
  // Redocly has no rule of its own for it; no caller is affected.
  [
    'a new value of a request enum',
    'patch',
    (copy) => list(at(fields(copy, 'CreateIssuerQuoteRequest'), 'market'), 'enum').push('XAUTUSD'),
  ],
  // Answers have them too: readers are told to accept others than those that are listed.
  [
    'a new network',
    'minor',
    (copy) => list(schema(copy, 'CryptoNetwork'), 'enum').push('DOGECOIN'),
  ],
  [
    'an operation that is gone',
    'major',
    (copy) => Reflect.deleteProperty(at(copy, 'paths'), quotePath),
  ],
  ['a reworded description', 'patch', (copy) => (post(copy)['description'] = 'Holds a price.')],
]

const folder = scratchFolder()
let base: string
beforeAll(async () => {
  base = join(folder, 'base.yaml')
  await writeFile(base, stringify({ ...document, info: { ...document.info, version: '1.2.3' } }))
})

/** A copy of the document with one edit. */
async function edited(edit: (copy: Node) => unknown, version: string): Promise<string> {
  const copy = structuredClone(document) as unknown as Node
  at(copy, 'info')['version'] = version
  edit(copy)
  const file = join(folder, `${crypto.randomUUID()}.yaml`)
  await writeFile(file, stringify(copy))
  return file
}
const diff = (revision: string) => run(script('diff', '--base', base, '--revision', revision))
const versions = { major: '2.0.0', minor: '1.3.0', patch: '1.2.4' }

it.each(edits)('npm run diff rates %s as %s', async (_name, rating, edit) => {
  const config = ['--config', 'scripts/diff/redocly.yaml', '--fail-on', 'none']
  const revision = await edited(edit, '1.2.3')
  const { stdout } = await redocly('diff', base, revision, ...config, '--format', 'next-version')
  expect(stdout.trim()).toBe(versions[rating])
})

it('npm run diff passes when the version was raised by enough, and not by less', async () => {
  const remove = (copy: Node) => Reflect.deleteProperty(at(copy, 'paths'), quotePath)
  expect(await diff(await edited(remove, '2.0.0'))).toMatchObject({ code: 0, stderr: '' })
  const { code, stdout } = await diff(await edited(remove, '1.3.0'))
  expect(stdout).toContain('require a major bump (2.0.0)')
  expect(code).toBe(1)
})

it('npm run diff shows the changes of a branch, without what was changed before it', async () => {
  const { stdout: head } = await run(['git', 'rev-parse', 'HEAD'])
  const changed = await edited((copy) => (post(copy)['description'] = 'Holds a price.'), '1.2.3')
  const { code, stdout } = await run(script('diff', '--since', 'HEAD', '--revision', changed))
  expect(stdout).toContain(`Changes since HEAD (${head.slice(0, 8)}):`)
  expect(stdout).toMatch(/issuer-quote\n.*patch {2}modified {2}description\n/)
  expect(code).toBe(0)
  expect(await run(script('diff', '--since', 'nowhere'))).toMatchObject({
    code: 1,
    stderr: 'nowhere has no document in common with this branch.\n',
  })
})
