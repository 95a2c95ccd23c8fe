/**
 * Tries what a fork does, in copies of the project. `edit` writes three operations, an enum of statuses and a required
 * field into the document, and lists the test files that fail then: no others may than those that are named here, with
 * the sentence that says what to do. `rename` gives the project another name and other addresses, and then everything
 * has to hold. Words choose: `-- edit`.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Json } from '../../../scripts/lib/document.js'
import { applyOverlays } from '../../../scripts/overlay/apply.js'
import { readOverlay } from '../../../scripts/overlay/read.js'
import { must, root } from '../../support/run.js'
import { choose, inFolder, stopwatch } from '../../support/runs.js'
import { commitAll, copyProject } from './project.js'
import { redFiles } from './red-files.js'

/** The test files that an edit of the document turns red, and the words by which each says what to do. */
const expected: Readonly<Record<string, RegExp>> = {
  // A sentence of the document is no longer true.
  'test/document/document.test.ts': /no documented look-up takes/i,
}

const npm = (cwd: string, ...args: string[]) => must(['npm', ...args], { cwd })

async function edit(folder: string): Promise<void> {
  const seconds = stopwatch()
  const file = join(folder, 'openapi/openapi.yaml')
  const name = 'test/systems/fork/edit.overlay.yaml'
  const overlay = readOverlay(name, await readFile(join(root, name), 'utf8'))
  const { document } = applyOverlays(parse(await readFile(file, 'utf8')) as Json, [overlay])
  await writeFile(file, stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 }))
  await npm(folder, 'run', '--silent', 'generate')
  await npm(folder, 'run', '--silent', 'format')
  const red = await redFiles(folder)
  // What fails without the edit as well is no finding about it.
  const before = red.size > 0 ? await redFiles(root, ...red.keys()) : new Map<string, string>()
  console.log(`edit (${seconds()}): ${red.size} test files fail, ${before.size} of them without it`)
  for (const [path, said] of red) {
    const sentence = expected[path]
    const isToldSo = sentence?.test(said) === true
    const lines = said.split('\n').filter((each) => each.trim() !== '')
    const line = lines.find((each) => sentence?.test(each)) ?? lines[0] ?? ''
    console.log(`  ${isToldSo ? '' : 'NOT EXPECTED: '}${path}: ${line.trim().slice(0, 200)}`)
    if (!isToldSo && !before.has(path)) process.exitCode = 1
  }
}

async function rename(folder: string): Promise<void> {
  const step = async (title: string, ...command: string[]): Promise<void> => {
    const seconds = stopwatch()
    const { output } = await npm(folder, ...command)
    console.log(`rename: ${title} (${seconds()})`)
    if (title === 'npm run rename') console.log(output.trim().replace(/^/gm, '  '))
  }
  await step(
    'npm run rename',
    ...['run', '--silent', 'rename', '--', 'acme-issuer'],
    ...['--base-url', 'https://api.acme.example'],
    ...['--token-url', 'https://auth.acme.example/oauth2/token'],
  )
  await commitAll(folder)
  await rm(join(folder, 'node_modules'))
  await step('npm ci', 'ci', '--no-audit', '--no-fund')
  await step('npm test', 'test')
  await step('npm run check', 'run', 'check')
}

const all = { edit, rename }
for (const [name, attempt] of choose(Object.entries(all), process.argv.slice(2), ([name]) => name))
  await inFolder(`fork-${name}`, async (folder) => {
    await copyProject(folder)
    await attempt(folder)
  }).catch((error: unknown) => {
    console.log(`${name}: FAILED\n${(error as Error).message}`)
    process.exitCode = 1
  })
