/**
 * Releases: `npm run release -- <patch|minor|major>`. In a clone, npm raises the version (see release/version.ts), commits
 * and tags; then every check runs on what was tagged. Only when all held are commit and tag taken over, so that a
 * release that fails leaves nothing behind. `--dry-run` stops before that. `--rehearse` is a dry run that leaves out the
 * checks that install system packages.
 */
import { mkdtemp, readFile, rm, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unreleased } from './lib/changelog.js'
import { git } from './lib/git.js'
import { shown } from './release/command.js'

const levels = ['patch', 'minor', 'major']
/** What .ci/run has that needs Node.js alone. */
const rehearsed = ['main', 'check']
const root = process.cwd()

async function refusal(level: string | undefined): Promise<string | undefined> {
  if (level === undefined || !levels.includes(level))
    return `say how much changed: npm run release -- <${levels.join('|')}>`
  const branch = await git(root, 'branch', '--show-current')
  if (branch !== 'main') return `releases are made from main, and this is ${branch}`
  const changed = await git(root, 'status', '--porcelain')
  if (changed !== '') return `commit these first, or put them away:\n${changed}`
  if (unreleased(await readFile('CHANGELOG.md', 'utf8')) === '')
    return 'CHANGELOG.md says nothing under Unreleased'
  return undefined
}

/** A clone has the history, and not the name that commits are made in. */
async function author(): Promise<Record<string, string>> {
  const [name, email] = await Promise.all(
    ['user.name', 'user.email'].map((key) => git(root, 'config', '--default', '', key)),
  )
  if (!name || !email) return {}
  const roles = ['AUTHOR', 'COMMITTER']
  return Object.fromEntries(
    roles.flatMap((role) => [
      [`GIT_${role}_NAME`, name],
      [`GIT_${role}_EMAIL`, email],
    ]),
  )
}

interface Options {
  readonly 'dry-run': boolean
  readonly rehearse: boolean
}

async function release(level: string, options: Options): Promise<void> {
  const { 'dry-run': dryRun, rehearse } = options
  const clone = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    await git(root, 'clone', '--quiet', root, clone)
    const modules = join(clone, 'node_modules')
    await symlink(join(root, 'node_modules'), modules)
    await shown(
      ['npm', 'version', level, '--silent', '--message', 'Release %s'],
      clone,
      await author(),
    )
    // The check runs `npm ci`, which must not empty the linked node_modules.
    await unlink(modules)
    const tag = await git(clone, 'describe', '--tags', '--exact-match')
    // Neither advertisements nor advice that no check rests on.
    const quiet = {
      ...{ npm_config_fund: 'false', npm_config_audit: 'false' },
      npm_config_update_notifier: 'false',
    }
    if (rehearse) await shown(['bash', '.ci/run', ...rehearsed], clone, quiet)
    else await shown(['bash', '.ci/run'], clone, { ...quiet, FULL: '1' })
    console.log(await git(clone, 'show', '--stat', '--format=%n%s', 'HEAD'))
    if (dryRun || rehearse) {
      const open = rehearse ? ' if the other parts of .ci/run pass as well' : ''
      console.log(`\n${tag} could be released${open}. Nothing was changed here.`)
      return
    }
    await git(root, 'fetch', '--quiet', clone, `refs/tags/${tag}:refs/tags/${tag}`)
    await git(root, 'merge', '--quiet', '--ff-only', tag)
    console.log(`\n${tag} is ready. \`git push --follow-tags\` publishes it.`)
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

try {
  const flag = { type: 'boolean', default: false } as const
  const options = { 'dry-run': flag, rehearse: flag }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [level = ''] = positionals
  const refused = await refusal(level)
  if (refused !== undefined) throw new Error(refused)
  await release(level, values)
} catch (error) {
  console.error(`Not released: ${(error as Error).message}`)
  process.exitCode = 1
}
