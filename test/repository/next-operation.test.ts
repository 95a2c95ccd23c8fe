import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { merge, type Node } from '../support/merge.js'
import { must, root, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

/** The client as it is, with what `npm run generate` makes of a document of more operations. */
const folder = scratchFolder()
beforeAll(async () => {
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await cp(join(root, 'test/next-operation'), join(folder, 'test'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [document, more] = await Promise.all(
    ['openapi/openapi.yaml', 'test/next-operation/document.yaml'].map(
      async (name) => parse(await readFile(join(root, name), 'utf8')) as Node,
    ),
  )
  const file = join(folder, 'openapi.yaml')
  await writeFile(file, stringify(merge(document ?? {}, more ?? {})))
  await must(script('generate', '--document', file, '--output', join(folder, 'generated')))
})

it('an operation that is added to the document is a typed method, by names of its own', async () => {
  const config = { extends: './tsconfig.json', include: ['test'], exclude: [] }
  await writeFile(join(folder, 'tsconfig.test.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await must([process.execPath, compiler, '--project', 'tsconfig.test.json'], { cwd: folder })
})

it('an operation that is added to the document is checked, sent and scoped, and its service is played', async () => {
  const command = [process.execPath, '--import', 'tsx', 'test/calls.ts']
  const { stdout } = await must(command, { cwd: folder })
  const { called, byFake, status, refused, received } = JSON.parse(stdout) as Node
  expect(called).toEqual([
    ...['7', 'o-1', 'nothing'],
    expect.stringContaining('invalid request: quote_id must be a string with minLength 3, got "q"'),
    expect.stringContaining('invalid request: base_amount must be a string, got number 7'),
  ])
  expect(byFake).toEqual(called)
  expect(received).toEqual([
    expect.stringMatching(/^POST \/v2\/issuer-quote /),
    'GET /v2/next/quotes/ID?expand=fees,parties',
    'POST /v2/next/quotes/ID/acceptance 7 {"base_amount":"7","order_ref":"o-1"}',
    'DELETE /v2/next/quotes/ID',
    'DELETE /v2/next/quotes/q-1',
  ])
  expect(status).toBe(404)
  expect(refused).toMatch(/needs the scope next:read_quote, and the token covers/)
})
