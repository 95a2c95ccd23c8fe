import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { inFolder } from '../../scripts/lib/in-folder.js'
import { readLookUp } from '../../src/mock/look-up.js'
import { startMock } from '../../src/mock/server.js'
import { readme, snippets } from '../support/readme.js'
import { root, run } from '../support/run.js'
import { nodeProgram } from '../systems/runtimes/node.js'

const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

it('the README gives the two commands that a newcomer runs', () => {
  expect(readme).toContain('npm ci && npm run demo')
  expect(readme).toContain('npm ci && npm test')
})

it.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'openapi/README.md'])(
  'the README and its neighbours name no command that is not there: %s',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>
    }
    const text = readFileSync(file(name), 'utf8')
    const named = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:]*)/g)]
    const missing = named.map(([, script = '']) => script).filter((script) => !(script in scripts))
    expect(missing).toEqual([])
  },
)

it('the README leads to each guide', () => {
  const guides = readdirSync(file('openapi/guides')).filter((name) => name.endsWith('.md'))
  expect(guides.filter((name) => !readme.includes(`(openapi/guides/${name})`))).toEqual([])
})

it("the README's program makes the three calls, and survives an answer that is lost", async () => {
  const [, template = ''] = /--look-up '(.*)'/.exec(readme) ?? []
  const mock = await startMock({ lookUps: [readLookUp(template)] })
  try {
    await inFolder('readme', async (folder) => {
      await mkdir(join(folder, 'node_modules'))
      await symlink(root, join(folder, 'node_modules/stablecoin-issuer-api'))
      const program = (snippets[0] ?? '')
        .replaceAll('http://127.0.0.1:4010', mock.url)
        .replace('60_000', '3_000')
        .replace('auth, journal }', 'auth, journal, totalTimeout: 1_500 }')
      await writeFile(join(folder, 'first.mjs'), program)
      const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined
      const node = hasSqlite ? 'node' : await nodeProgram('24.21.0')
      const first = async (): Promise<string> => {
        const { code, output } = await run([node, 'first.mjs'], { cwd: folder })
        return `${code} ${output}`
      }

      mock.next('createStablecoinConversion', 'broken')
      expect(await first()).toMatch(/^75 .*outcome unknown\. .*look it up by ref_id "order-2031"/s)
      expect(await first()).toMatch(/^75 .*is not looked up before .*nothing was sent/s)
      await sleep(3_000)
      for (let times = 0; times < 2; times++)
        expect(await first()).toMatch(/^0 \S+ \S+ \d\S* until 20/)
    })
  } finally {
    await mock.stop()
  }
})
