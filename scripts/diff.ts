/**
 * Rates what changed in the document since the last release, and fails where its version was not raised as it asks.
 * `--quiet` prints nothing of changes that the version and the changelog follow.
 */
import { readFile } from 'node:fs/promises'
import { redocly } from './lib/redocly.js'
import { newScopes, readReleased } from './lib/scopes.js'

import './lib/plain-errors.js'

const [released, current] = ['openapi/released.yaml', 'generated/openapi.yaml'] as const
const isQuiet = process.argv.includes('--quiet')

const [before, after] = await Promise.all([released, current].map(readReleased))
if (before && after) {
  const { code, stdout, stderr } = await redocly(
    ...['diff', released, current, '--config', 'scripts/diff/redocly.yaml'],
    ...['--fail-on', 'none', '--check-version'],
  )
  if (code !== 0 || !isQuiet)
    console.log(`Changes since ${released}:\n${stdout}${stderr}`.trimEnd())
  const { names, sentence } = newScopes(before, after)
  const changelog = await readFile('CHANGELOG.md', 'utf8')
  const isSaid = isQuiet && names.every((scope) => changelog.includes(scope))
  if (sentence !== undefined && !isSaid) console.log(sentence)
  process.exitCode = code
} else if (!isQuiet) console.log('Nothing was released yet, so nothing is compared.')
