import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readme } from '../support/readme.js'
import { root } from '../support/run.js'

it('the README gives the two commands that a newcomer runs', () => {
  expect(readme).toContain('npm ci && npm run demo')
  expect(readme).toContain('npm ci && npm test')
})

it('the README names no command that is not there', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const named = [...readme.matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)]
  for (const [, name = ''] of named) expect(manifest.scripts).toHaveProperty(name)
})
