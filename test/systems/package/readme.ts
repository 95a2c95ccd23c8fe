import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { overlaysOfReader, textOf } from '../../support/guides.js'
import { freePort } from '../../support/listen.js'
import { first, printed } from '../../support/readme.js'
import { must, start } from '../../support/run.js'
import { nodeProgram } from '../runtimes/node.js'
import { type Check, copyOf, fetched, type Packed } from './project.js'

const npx = ['npx', '--no-install']
const compile = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
const examples = 'openapi/guides/examples'
/** The programs that a reader of the guides saves in the app of the README. */
const programs = {
  'first-call.mjs': textOf(`${examples}/your-provider/first-call.mts`),
  'once.mjs': textOf(`${examples}/after-unknown/once.mts`),
}
const anId = /^[0-9a-f-]{36}\n$/

export const readmeApp: Check = { about: "the README's app", run: followReadme }

/** What the README has its reader do, and then "Your provider" and "After unknown", in an app with the packed packages. */
async function followReadme(packed: Packed): Promise<string> {
  const compiler = await fetched('typescript@5.9.3', '@types/node@24.19.2')
  const name = '@electric-sql/pglite'
  const pglite = await fetched(`${name}@${manifest.devDependencies[name]}`)
  const app = await copyOf(packed.app, join(packed.folder, 'readme'), [compiler, pglite])
  const [oldest, node] = [await nodeProgram('20.19.0'), await nodeProgram('24.21.0')]
  const port = await freePort()
  const save = (file: string, text: string) =>
    writeFile(join(app, file), text.replaceAll('4010', String(port)))
  const run = async (program: string, file: string): Promise<string> =>
    (await must([program, file], { cwd: app })).output

  await save('first.mts', first)
  await must([node, 'node_modules/typescript/bin/tsc', ...compile, 'first.mts'], { cwd: app })
  await withMock(app, port, [], async () => {
    for (const program of [oldest, node])
      assert.equal(await run(program, 'first.mjs'), `${printed}\n`)
  })

  for (const [file, text] of Object.entries(programs)) await save(file, text)
  const overlay = [...npx, 'stablecoin-issuer-overlay', 'acme.overlay.yaml', '--out']
  const broken = ['--fault', 'createStablecoinConversion=broken']
  const overlays = overlaysOfReader()
  // The first one starts the guide; the last one has all of its parts.
  for (const text of [overlays[0] ?? '', overlays.at(-1) ?? '']) {
    await save('acme.overlay.yaml', text)
    await must([...overlay, 'acme', '--js'], { cwd: app })
    await must([...overlay, 'acme', '--js', '--check'], { cwd: app })
    await withMock(app, port, ['--provider', 'acme'], async () => {
      for (const program of [oldest, node])
        assert.equal(await run(program, 'first-call.mjs'), 'CREATED 12.50\n')
    })
    for (const program of [oldest, node])
      await withMock(app, port, ['--provider', 'acme', ...broken], async () => {
        await rm(join(app, 'journal'), { recursive: true, force: true })
        const output = await run(program, 'once.mjs')
        assert.match(output, anId)
        assert.equal(await run(program, 'once.mjs'), output)
      })
  }

  // The folder is loaded by CommonJS, and runs in TypeScript as it is written.
  await must([node, '--eval', "require('./acme/index.js').provider.operations"], { cwd: app })
  await must([...overlay, 'typed'], { cwd: app })
  const run24 = "const { provider } = await import('./typed/index.ts'); provider.operations"
  await must([node, '--input-type=module', '--eval', run24], { cwd: app })
  return 'compiled and run; an answer that was lost is found at once, and kept over a second run'
}

async function withMock(
  cwd: string,
  port: number,
  options: readonly string[],
  use: () => Promise<void>,
): Promise<void> {
  const command = [...npx, 'stablecoin-issuer-mock', '--port', String(port), ...options]
  const mock = start(command, { cwd })
  try {
    await mock.firstLine()
    await use()
  } finally {
    await mock.stop()
  }
}
