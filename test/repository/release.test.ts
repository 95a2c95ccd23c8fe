import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../support/run.js'

/** A repository of the project as it is, with checks that take no time. */
let project: string

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}
const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...identity },
  })
const read = (file: string): Promise<string> => readFile(join(project, file), 'utf8')
async function edit(file: string, from: RegExp | string, to: string): Promise<void> {
  await writeFile(join(project, file), (await read(file)).replace(from, to))
}
const commit = (): string => git('commit', '--quiet', '--all', '--message', 'Change')

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'stablecoin-release-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((one) => one !== '')) {
    await mkdir(join(project, dirname(file)), { recursive: true })
    await cp(join(root, file), join(project, file))
  }
  await writeFile(join(project, '.ci/run'), 'echo "checked $(git describe --tags)"\n')
  await edit('CHANGELOG.md', /^(## Unreleased\n)[^]*/m, '$1\n- It is faster.\n')
  await cp(join(project, 'generated/openapi.yaml'), join(project, 'openapi/released.yaml'))
  git('init', '--quiet', '--initial-branch', 'main')
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  await writeFile(join(project, '.git/info/exclude'), 'node_modules\n')
  git('add', '--all')
  commit()
})
afterEach(() => rm(project, { recursive: true }))

function release(...args: string[]): { code: number; output: string } {
  const command = ['--import', 'tsx', 'scripts/release.ts', ...args]
  const env = { ...process.env, ...identity, NODE_OPTIONS: '' }
  try {
    const options = { cwd: project, encoding: 'utf8', env, stdio: 'pipe' } as const
    return { code: 0, output: execFileSync(process.execPath, command, options) }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, output: stdout + stderr }
  }
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

describe('npm run release', () => {
  it('raises the package alone where the document did not change, checks and tags', async () => {
    const [before = '', , document] = await versions()
    const next = before.replace(
      /^(\d+)\.(\d+)\..*/,
      (_, major, minor) => `${major}.${+minor + 1}.0`,
    )
    const { code, output } = release('minor')
    expect(output).toContain(`checked v${next}`)
    expect(code).toBe(0)
    expect(await versions()).toEqual([next, next, document, document])
    const today = new Date().toISOString().slice(0, 10)
    expect(await read('CHANGELOG.md')).toContain(
      `## Unreleased\n\n## ${next} — ${today}\n\n- It is faster.`,
    )
    expect(git('log', '-1', '--format=%s %D')).toMatch(
      `Release ${next} HEAD -> main, tag: v${next}`,
    )
    expect(git('status', '--porcelain')).toBe('')
  })

  it('raises the version of a document that changed by as much', async () => {
    const [before = '', , document = ''] = await versions()
    await edit('openapi/openapi.yaml', 'summary: Create issuer quote', 'summary: Take issuer quote')
    const patched = document.replace(/\d+$/, (patch) => `${+patch + 1}`)
    await edit('openapi/openapi.yaml', /^( {2}version: ).*$/m, `$1${patched}`)
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/generate.ts'], { cwd: project })
    commit()
    expect(release('major')).toMatchObject({ code: 0 })
    const next = (version: string) => `${+(version.split('.')[0] ?? 0) + 1}.0.0`
    const raised = next(document)
    expect(await versions()).toEqual([next(before), next(before), raised, raised])
    expect(await read('openapi/released.yaml')).toBe(await read('generated/openapi.yaml'))
  })

  it('says what a dry run would do, and changes nothing', () => {
    const before = git('rev-parse', 'HEAD')
    const { code, output } = release('patch', '--dry-run')
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /checked (v\S+)\n[^]*CHANGELOG\.md [^]*package\.json [^]*\1 could be released/,
      ) as string,
    })
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(git('tag') + git('status', '--porcelain')).toBe('')
  })

  it('leaves nothing behind when a check fails', async () => {
    await edit('.ci/run', 'echo', 'exit 3 #')
    commit()
    const before = git('rev-parse', 'HEAD')
    const { code, output } = release('patch')
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('Not released: bash .ci/run ended with 3') as string,
    })
    expect(git('rev-parse', 'HEAD')).toBe(before)
    expect(git('tag') + git('status', '--porcelain')).toBe('')
  })

  it('asks for a larger release where the document asks for one', async () => {
    await edit('openapi/openapi.yaml', /^( {2}version: ).*$/m, '$19.0.0')
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/generate.ts'], { cwd: project })
    commit()
    const { code, output } = release('minor')
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringMatching(/to 9\.0\.0, which is more than a minor release/) as string,
    })
    expect(git('tag')).toBe('')
  })

  it.each([
    ['a level that there is not', () => Promise.resolve(), 'big', /say how much changed/],
    [
      'a tree with changes',
      () => edit('README.md', '#', '##'),
      'patch',
      /commit these first.*\n M README\.md/,
    ],
    [
      'another branch',
      () => Promise.resolve(void git('checkout', '--quiet', '-b', 'other')),
      'patch',
      /made from main, and this is other/,
    ],
    [
      'a changelog without entries',
      async () => {
        await edit('CHANGELOG.md', '- It is faster.\n', '')
        commit()
      },
      'patch',
      /says nothing under Unreleased/,
    ],
  ])('refuses %s in a sentence', async (_what, prepare, level, sentence) => {
    await prepare()
    const { code, output } = release(level)
    expect(output).toMatch(sentence)
    expect(output).toMatch(/^Not released: /)
    expect(code).toBe(1)
  })
})
