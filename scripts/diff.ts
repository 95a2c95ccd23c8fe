/**
 * Rates what changed in the document since the last release, and fails where its version was not raised as it asks.
 * `--quiet` prints nothing of changes that the version and the changelog follow.
 */
import { readFile } from 'node:fs/promises'
import { listScopes } from './lib/document.js'
import { redocly } from './lib/redocly.js'
import { readReleased } from './lib/scopes.js'

import './lib/plain-errors.js'

const [released, current] = ['openapi/released.yaml', 'generated/openapi.yaml'] as const
const isQuiet = process.argv.includes('--quiet')

const [before, after] = await Promise.all([released, current].map(readReleased))
if (before && after) {
  const { code, output } = redocly(
    ...['diff', released, current, '--config', 'scripts/diff/redocly.yaml'],
    ...['--fail-on', 'none', '--check-version'],
  )
  if (code !== 0 || !isQuiet) console.log(`Changes since ${released}:\n${output}`.trimEnd())
  const scopes = listScopes(before)
  const changelog = isQuiet ? await readFile('CHANGELOG.md', 'utf8') : ''
  for (const scope of listScopes(after))
    if (!scopes.includes(scope) && !changelog.includes(scope))
      console.log(
        `The scope ${scope} is new, and a client without \`scopes\` asks for it. Say so in CHANGELOG.md.`,
      )
  process.exitCode = code
} else if (!isQuiet) console.log('Nothing was released yet, so nothing is compared.')
