import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endChild, firstLine, startChild } from '../../support/children.js'
import { freePort } from '../../support/listen.js'
import { anId, overlay, printed, programs } from '../../support/readme.js'
import { must } from '../../support/run.js'
import { nodeProgram } from '../runtimes/node.js'
import { type Check, copyOf, fetched, type Packed } from './project.js'

const npx = ['npx', '--no-install']
const compile = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']

export const readmeApp: Check = { about: "the README's app", run: followReadme }

/** What the README has its reader do, in an app with the packed packages. */
async function followReadme(packed: Packed): Promise<string> {
  const tools = await fetched('typescript@5.9.3', '@types/node@24.19.2')
  const app = await copyOf(packed.app, join(packed.folder, 'readme'), [tools])
  const node = await nodeProgram('24.21.0') // it has node:sqlite
  const port = await freePort()
  await writeFile(join(app, 'acme.overlay.yaml'), overlay)
  const command = [...npx, 'stablecoin-issuer-overlay', 'acme.overlay.yaml', '--out']
  await must([...command, 'acme', '--js'], { cwd: app })
  await must([...command, 'acme', '--js', '--check'], { cwd: app })
  for (const [name, program] of Object.entries(programs)) {
    await writeFile(join(app, `${name}.mts`), program.replaceAll('4010', String(port)))
  }
  const tsc = ['node_modules/typescript/bin/tsc', ...compile, 'first.mts', 'once.mts']
  await must([node, ...tsc], { cwd: app })

  await withMock(app, port, [], async () => {
    const { output } = await must([node, 'first.mjs'], { cwd: app })
    assert.equal(output, `${printed}\n`)
  })
  const losing = ['--provider', 'acme', '--fault', 'createStablecoinConversion=broken']
  await withMock(app, port, losing, async () => {
    const { output } = await must([node, 'once.mjs'], { cwd: app })
    assert.match(output, anId)
    assert.equal((await must([node, 'once.mjs'], { cwd: app })).output, output)
  })

  // The folder is loaded by CommonJS, and runs in TypeScript as it is written.
  await must([node, '--eval', "require('./acme/index.js').provider.operations"], { cwd: app })
  await must([...command, 'typed'], { cwd: app })
  const run24 = "const { provider } = await import('./typed/index.ts'); provider.operations"
  await must([node, '--input-type=module', '--eval', run24], { cwd: app })
  return 'compiled and run; an answer that was lost is found at once'
}

async function withMock(
  cwd: string,
  port: number,
  options: readonly string[],
  use: () => Promise<void>,
): Promise<void> {
  const command = [...npx, 'stablecoin-issuer-mock', '--port', String(port), ...options]
  const mock = startChild(command, { cwd })
  try {
    await firstLine(mock)
    await use()
  } finally {
    endChild(mock)
  }
}
