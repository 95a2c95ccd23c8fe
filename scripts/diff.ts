/**
 * Rates what changed in the document since the last release, and fails where its version was not raised as it asks.
 * `--since main` rates only what changed since this branch left main; `--base` compares with a file. `--quiet` prints
 * nothing of changes that the version and the changelog follow.
 */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tryGit } from './lib/git.js'
import { inFolder } from './lib/in-folder.js'
import { redocly } from './lib/redocly.js'
import { newScopes, readReleased } from './lib/scopes.js'

import './lib/plain-errors.js'

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    since: { type: 'string' },
    revision: { type: 'string', default: 'generated/openapi.yaml' },
    quiet: { type: 'boolean', default: false },
  },
})

const released = 'openapi/released.yaml'

/** The document with which this one is compared, and what it is called; none before the first release. */
async function compared(folder: string): Promise<{ name: string; file: string } | undefined> {
  const { base, since } = values
  if (base !== undefined) return { name: base, file: base }
  const lastRelease = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*']
  const commit = await tryGit(
    ...(since === undefined ? lastRelease : ['merge-base', 'HEAD', since]),
  )
  const text = commit && (await tryGit('show', `${commit}:generated/openapi.yaml`))
  if (!commit || !text) {
    if (since !== undefined) throw new Error(`${since} has no document in common with this branch.`)
    // The copy kept of the last release, where no tag can be reached.
    return existsSync(released) ? { name: released, file: released } : undefined
  }
  const file = join(folder, 'before.yaml')
  await writeFile(file, text)
  return { name: since === undefined ? commit : `${since} (${commit.slice(0, 8)})`, file }
}

await inFolder('diff', async (folder) => {
  const base = await compared(folder)
  if (base === undefined) {
    if (!values.quiet) console.log('Nothing was released yet, so nothing is compared.')
    return
  }
  const { name, file } = base
  const { code, stdout, stderr } = await redocly(
    ...['diff', file, values.revision, '--config', 'scripts/diff/redocly.yaml'],
    ...['--fail-on', 'none', ...(values.since === undefined ? ['--check-version'] : [])],
  )
  if (code !== 0 || !values.quiet)
    console.log(`Changes since ${name}:\n${stdout}${stderr}`.trimEnd())
  const [before, after] = await Promise.all([file, values.revision].map(readReleased))
  const { names = [], sentence } = (before && after && newScopes(before, after)) ?? {}
  const changelog = await readFile('CHANGELOG.md', 'utf8')
  const isSaid = values.quiet && names.every((scope) => changelog.includes(scope))
  if (sentence !== undefined && !isSaid) console.log(sentence)
  process.exitCode = code
})
