import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { overlaysOfReader, textOf } from '../../support/guides.js'
import { freePort } from '../../support/listen.js'
import { first, printed } from '../../support/readme.js'
import { must, start } from '../../support/run.js'
import { needed } from '../../support/tools.js'
import { npmPackages } from '../languages/cache.js'
import { nodeProgram } from '../runtimes/node.js'
import { copyOf, packed } from './project.js'

const npx = ['npx', '--no-install']
const compile = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
const examples = 'openapi/guides/examples'
/** The programs that a reader of the guides saves in the app of the README. */
const programs = {
  'first-call.mjs': textOf(`${examples}/your-provider/first-call.mts`),
  'once.mjs': textOf(`${examples}/after-unknown/once.mts`),
}
const anId = /^[0-9a-f-]{36}\n$/

const name = '@electric-sql/pglite'
const app = join(packed().folder, 'readme')
const port = await freePort()
const save = (file: string, text: string) =>
  writeFile(join(app, file), text.replaceAll('4010', String(port)))
/** The app, with what its programs import, and the oldest and a newer Node.js to run them. */
const making = Promise.all([
  npmPackages('typescript@5.9.3', '@types/node@24.19.2'),
  npmPackages(`${name}@${manifest.devDependencies[name]}`),
  nodeProgram('20.19.0'),
  nodeProgram('24.21.0'),
]).then(async ([compiler, pglite, oldest, node]) => {
  await copyOf(packed().app, app, [compiler, pglite])
  for (const [file, text] of Object.entries(programs)) await save(file, text)
  return { oldest, node, both: [oldest, node] }
})
making.catch(() => undefined)
const run = async (program: string, file: string): Promise<string> =>
  (await must([program, file], { cwd: app })).output

it('the program of the README compiles and runs in an app with the packages', async (context) => {
  const { node, both } = await needed(context, making)
  await save('first.mts', first)
  await must([node, 'node_modules/typescript/bin/tsc', ...compile, 'first.mts'], { cwd: app })
  await withMock([], async () => {
    for (const program of both) expect(await run(program, 'first.mjs')).toBe(`${printed}\n`)
  })
})

const overlay = [...npx, 'stablecoin-issuer-overlay', 'acme.overlay.yaml', '--out']
const broken = ['--fault', 'createStablecoinConversion=broken']
const overlays = overlaysOfReader()

it.for([
  { what: 'with which it starts', text: overlays[0] ?? '' },
  { what: 'that has all of its parts', text: overlays.at(-1) ?? '' },
])(
  'the overlay of "Your provider" $what is made into a folder, over which its program and that of "After unknown" run',
  async ({ text }, context) => {
    const { oldest, node, both } = await needed(context, making)
    await save('acme.overlay.yaml', text)
    await must([...overlay, 'acme', '--js'], { cwd: app })
    await must([...overlay, 'acme', '--js', '--check'], { cwd: app })
    await withMock(['--provider', 'acme'], async () => {
      for (const program of both)
        expect(await run(program, 'first-call.mjs')).toBe('CREATED 12.50\n')
    })
    await withMock(['--provider', 'acme', ...broken], async () => {
      await rm(join(app, 'journal'), { recursive: true, force: true })
      const output = await run(oldest, 'once.mjs')
      expect(output).toMatch(anId)
      // The answer that was lost is found at once, and kept over a second run.
      expect(await run(node, 'once.mjs')).toBe(output)
    })
  },
)

it("the provider's folder is loaded by CommonJS, and runs in TypeScript as it is written", async (context) => {
  const { node } = await needed(context, making)
  await must([node, '--eval', "require('./acme/index.js').provider.operations"], { cwd: app })
  await must([...overlay, 'typed'], { cwd: app })
  const run24 = "const { provider } = await import('./typed/index.ts'); provider.operations"
  await must([node, '--input-type=module', '--eval', run24], { cwd: app })
})

async function withMock(options: readonly string[], use: () => Promise<void>): Promise<void> {
  const command = [...npx, 'stablecoin-issuer-mock', '--port', String(port), ...options]
  const mock = start(command, { cwd: app })
  try {
    await mock.firstLine()
    await use()
  } finally {
    await mock.stop()
  }
}
