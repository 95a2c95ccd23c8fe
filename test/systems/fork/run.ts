/**
 * Tries what a fork does, in copies of the project. `edit` writes three operations, an enum of statuses and a required
 * field into the document, and lists the test files that fail then: no others may than those that are named here, with
 * the sentence that says what to do. `rename` gives the project another name and other addresses, and then everything
 * has to hold. Words choose: `-- edit`.
 */
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Json } from '../../../scripts/lib/document.js'
import { applyOverlays } from '../../../scripts/overlay/apply.js'
import { readOverlay } from '../../../scripts/overlay/read.js'
import { commitAll, git } from '../../support/git.js'
import { must, root, run } from '../../support/run.js'
import { choose, inFolder, stopwatch } from '../../support/runs.js'

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

/** Copies the work tree, with what is not committed, into a repository of its own, whose modules are borrowed. */
async function copyProject(folder: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const [{ stdout: all }, { stdout: gone }] = await Promise.all([
    git(root, ...list),
    git(root, 'ls-files', '-z', '--deleted'),
  ])
  const deleted = gone.split('\0')
  for (const file of all.split('\0').filter((file) => !deleted.includes(file))) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await cp(join(root, file), join(folder, file))
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  await git(folder, 'init', '--quiet', '--initial-branch', 'main')
  // .gitignore has the folder of modules, and not a link to one.
  await writeFile(join(folder, '.git/info/exclude'), 'node_modules\n')
  await commitAll(folder)
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

/** What `npm test` says of a project: the test files that fail, and what they print. */
async function redFiles(folder: string, ...files: string[]): Promise<ReadonlyMap<string, string>> {
  const report = join(folder, 'dist/tests.json')
  const { output } = await run(
    [
      ...[process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...files],
      ...['--project', 'client', '--project', 'service'],
      ...['--reporter=json', `--outputFile=${report}`],
    ],
    { cwd: folder },
  )
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`npm test did not end:\n${output.slice(-4_000)}`)
  })
  const { testResults } = JSON.parse(text) as Report
  const failed = testResults.filter(({ status }) => status === 'failed')
  return new Map(
    failed.map(({ name, message, assertionResults }) => {
      const messages = assertionResults.flatMap(({ failureMessages }) => failureMessages)
      return [relative(folder, name), [message, ...messages].join('\n')]
    }),
  )
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
