import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { readme } from '../support/readme.js'
import { root } from '../support/run.js'

it('the README names no command that is not there', () => {
  const named = [...readme.matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)]
  for (const [, name = ''] of named) expect(manifest.scripts).toHaveProperty(name)
})

it.each(['README.md', 'openapi/README.md'])(
  'the line of %s starts the Prism that is tried, with a document that is there',
  async (file) => {
    const text = await readFile(join(root, file), 'utf8')
    const [, version, path = ''] =
      /npx @stoplight\/prism-cli@(\S+) mock (\S+\.yaml)/.exec(text) ?? []
    expect(version).toBe(manifest.devDependencies['@stoplight/prism-cli'])
    const source = path.replace('node_modules/stablecoin-issuer-api/', '')
    expect(existsSync(join(root, source))).toBe(true)
  },
)
