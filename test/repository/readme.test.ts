import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { heldQuote, quote } from '../support/examples.js'
import { freePort } from '../support/listen.js'
import { readme } from '../support/readme.js'
import { root, start } from '../support/run.js'

it('the README names no command that is not there', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const named = [...readme.matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)]
  for (const [, name = ''] of named) expect(manifest.scripts).toHaveProperty(name)
})

const require = createRequire(import.meta.url)

it.each(['openapi/README.md'])(
  'the line of %s starts a plain Prism, which answers by the document',
  async (file) => {
    const text = await readFile(join(root, file), 'utf8')
    const [, version, path = ''] =
      /npx @stoplight\/prism-cli@(\S+) mock (\S+\.yaml)/.exec(text) ?? []
    const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Readonly<Record<string, string>>
    }
    expect(version).toBe(devDependencies['@stoplight/prism-cli'])
    const port = String(await freePort())
    const source = path.replace('node_modules/stablecoin-issuer-api/', '')
    const prism = require.resolve('@stoplight/prism-cli')
    start([process.execPath, prism, 'mock', source, '-p', port])
    const ask = async (): Promise<unknown> => {
      const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify(quote) }
      return (await fetch(`http://127.0.0.1:${port}/v2/issuer-quote`, request)).json()
    }
    await expect.poll(() => ask().catch(() => undefined)).toEqual(heldQuote)
  },
)
