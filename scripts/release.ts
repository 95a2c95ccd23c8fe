/**
 * Releases: `npm run release -- <patch|minor|major>`. In a clone, npm raises the version (see release/version.ts), commits
 * and tags; then every check runs on what was tagged. Only when all held are commit and tag taken over, so that a
 * release that fails leaves nothing behind. `--dry-run` stops before that.
 */
import { mkdtemp, readFile, rm, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { unreleased } from './lib/changelog.js'
import { git } from './lib/git.js'
import { shown } from './release/command.js'

const levels = ['patch', 'minor', 'major']
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

async function release(level: string, dryRun: boolean): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'release-'))
  try {
    await git(root, 'clone', '--quiet', root, clone)
    // A clone has the history, and not the name that commits are made in.
    for (const key of ['user.name', 'user.email']) {
      const value = await git(root, 'config', '--default', '', key)
      if (value !== '') await git(clone, 'config', key, value)
    }
    const modules = join(clone, 'node_modules')
    await symlink(join(root, 'node_modules'), modules)
    shown(['npm', 'version', level, '--silent', '--message', 'Release %s'], clone)
    // The check runs `npm ci`, which must not empty the linked node_modules.
    await unlink(modules)
    const tag = await git(clone, 'describe', '--tags', '--exact-match')
    shown(['bash', '.ci/run'], clone, {
      // Neither advertisements nor advice that no check rests on.
      npm_config_fund: 'false',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      FULL: '1',
    })
    console.log(await git(clone, 'show', '--stat', '--format=%n%s', 'HEAD'))
    if (dryRun) {
      console.log(`\n${tag} could be released. Nothing was changed here.`)
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
  const options = { 'dry-run': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [level = ''] = positionals
  const refused = await refusal(level)
  if (refused !== undefined) throw new Error(refused)
  await release(level, values['dry-run'])
} catch (error) {
  console.error(`Not released: ${(error as Error).message}`)
  process.exitCode = 1
}
