/**
 * Rates what changed in the document since the newest tag, and fails where its version was not raised as it asks.
 * `--quiet` prints nothing where there is no tag, and of changes that the version and the changelog follow.
 */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Document, listScopes } from './lib/document.js'
import { inFolder } from './lib/in-folder.js'
import { redocly } from './lib/redocly.js'

import './lib/plain-errors.js'

const current = 'generated/openapi.yaml'
const isQuiet = process.argv.includes('--quiet')

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: Infinity })
  return status === 0 ? stdout : ''
}

const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim()
const before = tag && git('show', `${tag}:${current}`)
if (before !== '')
  await inFolder('diff', async (folder) => {
    const released = join(folder, 'released.yaml')
    await writeFile(released, before)
    const { code, output } = redocly(
      ...['diff', released, current, '--config', 'scripts/diff/redocly.yaml'],
      ...['--fail-on', 'none', '--check-version'],
    )
    if (code !== 0 || !isQuiet) console.log(`Changes since ${tag}:\n${output}`.trimEnd())
    const scopes = listScopes(parse(before) as Document)
    const changelog = isQuiet ? await readFile('CHANGELOG.md', 'utf8') : ''
    for (const scope of listScopes(parse(await readFile(current, 'utf8')) as Document))
      if (!scopes.includes(scope) && !changelog.includes(scope))
        console.log(
          `The scope ${scope} is new, and a client without \`scopes\` asks for it. Say so in CHANGELOG.md.`,
        )
    process.exitCode = code
  })
else if (!isQuiet) console.log('There is no tag of a release, so nothing is compared.')
