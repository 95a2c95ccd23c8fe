import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { operations } from '../../generated/index.js'
import { makeProject } from '../next-operation/project.js'
import { type Result, root, run, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

/** The project with a document of more operations. */
const folder = scratchFolder()
const here = (...command: string[]): Promise<Result> => run(command, { cwd: folder })

beforeAll(async () => {
  expect(await makeProject(folder)).toBe('')
})

const generated = (name: string): Promise<string> =>
  readFile(join(folder, 'generated', name), 'utf8')

it('operations that are added to the document are typed by names of their own, and by no shape of a generator', async () => {
  const build = {
    extends: './tsconfig.json',
    include: ['test/next-operation/scratch/calls.ts'],
    exclude: [],
  }
  await writeFile(join(folder, 'tsconfig.scratch.json'), JSON.stringify(build))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(await here(process.execPath, tsc, '--project', 'tsconfig.scratch.json')).toMatchObject({
    code: 0,
    stdout: '',
  })
  expect(await generated('index.ts')).not.toMatch(/[^/]types\./)
  expect(await generated('schemas.ts')).toMatch(
    /export type GetThingParameters = \{.*Identifier of the conversion.*id: string;/s,
  )
})

it('operations that are added to the document share a schema where they take or give the same', async () => {
  const text = await generated('index.ts')
  const of = (id: string) => /response: (\w+)/.exec(text.slice(text.indexOf(`id: "${id}"`)))?.[1]
  expect(of('getThing')).toBe('stablecoinConversionRules')
  expect(of('createStablecoinConversion')).toBe('stablecoinConversionRules')
  expect(of('acceptThing')).toBe('issuerQuoteRules')
  expect(of('createIssuerQuote')).toBe('issuerQuoteRules')
  expect(text).not.toContain('getThingResponse')
})

it('operations that are added to the document are called by both faces over both transports, and guarded by the mock', async () => {
  const calls = 'test/next-operation/scratch/calls.ts'
  const { stdout, stderr } = await here(process.execPath, '--import', 'tsx', calls)
  expect(stderr).toBe('')
  const found = JSON.parse(stdout) as Record<string, readonly string[]>
  expect(found['methodsOverUndici']).toEqual(found['methods'])
  expect(found['fetchOverUndici']).toEqual(found['fetch'])
  expect(found['foundAgainByFake']).toEqual(found['foundAgain'])
  const parts = ['methods', 'fetch', 'runTime', 'fake', 'foundAgain', 'mock', 'upgrade']
  const lines = parts.flatMap((part) => [`${part}:`, ...(found[part] ?? []), ''])
  await expect(lines.join('\n')).toMatchFileSnapshot('../next-operation/seen.txt')
})

it('operations that are added to the document are shown by the demo, which says where an example is missing', async () => {
  expect(await here(...script('build'))).toMatchObject({ code: 0, stderr: '' })
  const { code, stdout, stderr } = await here(...script('demo'))
  // Five operations were added, and four of them have an example.
  const calls = Object.keys(operations).length + 4
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.match(/received 20[04]/g)).toHaveLength(calls)
  expect(stdout).toContain('GET /v2/next/things/3f2504e0-4f89-41d3-9a0c-0305e82c3301?')
  expect(stdout).toMatch(
    /listQuotes has no example: add .*openapi\.yaml, paths\.\/v2\/next\/quotes\.get/,
  )
  expect(stdout).toContain(`Done: one token, ${calls} calls`)
})

it('operations that are added to the document are rendered by the pages', async () => {
  const file = join(folder, 'pages.html')
  expect(await here(...script('docs', '--output', file))).toMatchObject({ code: 0 })
  const page = await readFile(file, 'utf8')
  for (const part of ['Accept thing', 'X-Desk', 'cancelThing', 'List quotes'])
    expect(page).toContain(part)
})

it('operations that are added to the document are rated, and a new scope is named until the changelog has it', async () => {
  const { code, stdout } = await here(...script('diff', '--quiet'))
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^New scopes: .*next:read_thing; a client without `scopes` does not ask for them before the next major version.*CHANGELOG\.md\.\n$/,
  )
  const entry = '- Reading things needs the new scope `next:read_thing`.\n'
  await writeFile(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## Unreleased\n\n${entry}`)
  expect(await here(...script('diff', '--quiet'))).toMatchObject({ code: 0, stdout: '' })
})
