import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { commitAll, git as gitIn, identity } from '../support/git.js'
import { type Result, root, run, script } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

/** The project as it is, with checks that take no time; each test has a clone of it. */
let prepared: string
const folder = scratchFolder()
let project: string

const git = async (...args: string[]) => (await gitIn(project, ...args)).stdout
const read = (file: string): Promise<string> => readFile(join(project, file), 'utf8')
async function edit(file: string, from: RegExp | string, to: string): Promise<void> {
  await writeFile(join(project, file), (await read(file)).replace(from, to))
}
const commit = () => commitAll(project)
const generate = () => run(script('generate'), { cwd: project })

beforeAll(async () => {
  project = prepared = join(folder, 'prepared')
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of (await gitIn(root, ...list, ':!test')).stdout.split('\0')) {
    if (file === '') continue
    await mkdir(join(prepared, dirname(file)), { recursive: true })
    await cp(join(root, file), join(prepared, file))
  }
  await writeFile(join(prepared, '.ci/run'), 'echo "checked $(git describe --tags) ${*:-whole}"\n')
  await edit('CHANGELOG.md', /^(## Unreleased\n)[^]*/m, '$1\n- It is faster.\n')
  await cp(join(prepared, 'generated/openapi.yaml'), join(prepared, 'openapi/released.yaml'))
  await git('init', '--quiet', '--initial-branch', 'main')
  await commitAll(project)
})
beforeEach(async () => {
  project = join(folder, crypto.randomUUID())
  await gitIn(folder, 'clone', '--quiet', prepared, project)
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  await writeFile(join(project, '.git/info/exclude'), 'node_modules\n')
})

function release(...args: string[]): Promise<Result> {
  return run(script('release', ...args), { cwd: project, env: identity })
}

/** The versions of the package, of its lock, of the document and of the copy of the last release. */
async function versions(): Promise<string[]> {
  const json = async (file: string) => JSON.parse(await read(file)) as { version: string }
  const yaml = async (file: string) => parse(await read(file)) as { info: { version: string } }
  return [
    (await json('package.json')).version,
    (await json('package-lock.json')).version,
    (await yaml('generated/openapi.yaml')).info.version,
    (await yaml('openapi/released.yaml')).info.version,
  ]
}

it('npm run release raises the package alone where the document did not change, once a dry run said so', async () => {
  const head = await git('rev-parse', 'HEAD')
  const { stdout: said } = await release('patch', '--dry-run')
  expect(said).toMatch(
    /^v\S+\nchecked (v\S+) whole\n[^]*CHANGELOG\.md [^]*package\.json [^]*\1 could be released/,
  )
  expect(await git('rev-parse', 'HEAD')).toBe(head)
  expect((await git('tag')) + (await git('status', '--porcelain'))).toBe('')

  const [before = '', , document] = await versions()
  const next = before.replace(/^(\d+)\.(\d+)\..*/, (_, major, minor) => `${major}.${+minor + 1}.0`)
  const { code, stdout } = await release('minor')
  expect(stdout).toContain(`checked v${next} whole\n`)
  expect(code).toBe(0)
  expect(await versions()).toEqual([next, next, document, document])
  const today = new Date().toISOString().slice(0, 10)
  expect(await read('CHANGELOG.md')).toContain(
    `## Unreleased\n\n## ${next} — ${today}\n\n- It is faster.`,
  )
  expect(await git('log', '-1', '--format=%s %D')).toMatch(
    `Release ${next} HEAD -> main, tag: v${next}`,
  )
  expect(await git('status', '--porcelain')).toBe('')
})

it('npm run release raises the version of a document that changed by as much', async () => {
  const [before = '', , document = ''] = await versions()
  await edit('openapi/openapi.yaml', 'summary: Create issuer quote', 'summary: Take issuer quote')
  const patched = document.replace(/\d+$/, (patch) => `${+patch + 1}`)
  await edit('openapi/openapi.yaml', /^( {2}version: ).*$/m, `$1${patched}`)
  await generate()
  await commit()
  expect(await release('major')).toMatchObject({ code: 0 })
  const next = (version: string) => `${+(version.split('.')[0] ?? 0) + 1}.0.0`
  const raised = next(document)
  expect(await versions()).toEqual([next(before), next(before), raised, raised])
  expect(await read('openapi/released.yaml')).toBe(await read('generated/openapi.yaml'))
})

it('npm run release keeps the version of a document that was raised twice since the last release', async () => {
  const [, , document = ''] = await versions()
  const raised = document.replace(/\d+\.\d+$/, (rest) => `${parseInt(rest) + 2}.0`)
  await edit('openapi/openapi.yaml', /^( {2}version: ).*$/m, `$1${raised}`)
  await generate()
  await commit()
  expect(await release('minor')).toMatchObject({ code: 0 })
  expect((await versions()).slice(2)).toEqual([raised, raised])
})

it('npm run release of a fork keeps the version of its document, whatever was released under another name', async () => {
  const [before = '', , document] = await versions()
  await git('tag', 'v9.9.9')
  await git('rm', '--quiet', 'openapi/released.yaml')
  for (const file of ['package.json', 'package-lock.json'])
    await edit(file, /"name": ".*"/, '"name": "fork-api"')
  await generate()
  await commit()
  const diff = (...args: string[]) => run(script('diff', ...args), { cwd: project })
  const none = 'Nothing was released yet, so nothing is compared.\n'
  expect(await diff()).toMatchObject({ code: 0, stdout: none })
  expect(await diff('--quiet')).toMatchObject({ code: 0, stdout: '' })
  expect(await release('minor')).toMatchObject({ code: 0 })
  const next = before.replace(/^(\d+)\.(\d+)\..*/, (_, major, minor) => `${major}.${+minor + 1}.0`)
  expect(await versions()).toEqual([next, next, document, document])
  expect((await diff()).stdout).toContain(`Changes since v${next}:`)
})

it('npm run release leaves nothing behind when a check fails', async () => {
  await edit('.ci/run', 'echo', 'exit 3 #')
  await commit()
  const before = await git('rev-parse', 'HEAD')
  const { code, stderr } = await release('patch')
  expect(stderr).toContain('Not released: bash .ci/run ended with 3')
  expect(code).toBe(1)
  expect(await git('rev-parse', 'HEAD')).toBe(before)
  expect((await git('tag')) + (await git('status', '--porcelain'))).toBe('')
})

it('npm run release asks for a larger release where the document asks for one', async () => {
  await edit('openapi/openapi.yaml', /^( {2}version: ).*$/m, '$19.0.0')
  await generate()
  await commit()
  const { code, stderr } = await release('minor')
  expect(stderr).toMatch(/to 9\.0\.0, which is more than a minor release/)
  expect(code).toBe(1)
  expect(await git('tag')).toBe('')
})

it('npm run release refuses in a sentence', async () => {
  const refused = async (level: string, sentence: RegExp): Promise<void> => {
    const { code, stderr } = await release(level)
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^Not released: /)
    expect(code).toBe(1)
  }
  await refused('big', /say how much changed/)
  await edit('CHANGELOG.md', '- It is faster.\n', '')
  await refused('patch', /commit these first.*\n M CHANGELOG\.md/)
  await commit()
  await refused('patch', /says nothing under Unreleased/)
  await git('checkout', '--quiet', '-b', 'other')
  await refused('patch', /made from main, and this is other/)
})
