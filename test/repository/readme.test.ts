import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inFolder } from '../../scripts/lib/in-folder.js'
import { overlayCommand } from '../../scripts/overlay/command.js'
import { readSource } from '../../scripts/overlay/source.js'
import type { Provider } from '../../src/index.js'
import { startMock } from '../../src/mock/server.js'
import { anId, overlay, printed, programs, readme } from '../support/readme.js'
import { root, run } from '../support/run.js'
import { nodeProgram } from '../systems/runtimes/node.js'

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

it("the README's programs make their calls, and find an answer that is lost", async () => {
  await inFolder('readme', async (folder) => {
    await mkdir(join(folder, 'node_modules'))
    await symlink(root, join(folder, 'node_modules/stablecoin-issuer-api'))
    await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
    await writeFile(join(folder, 'acme.overlay.yaml'), overlay)
    const out = join(folder, 'acme')
    const args = [join(folder, 'acme.overlay.yaml'), '--out', out, '--js']
    await overlayCommand(args, readSource, () => undefined)
    const { provider } = (await import(join(out, 'index.js'))) as { provider: Provider }
    const document = JSON.parse(await readFile(join(out, 'openapi.json'), 'utf8')) as object
    const mock = await startMock({ provider, document })
    try {
      const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined
      const node = hasSqlite ? 'node' : await nodeProgram('24.21.0')
      const start = async (name: keyof typeof programs, refId: string): Promise<string> => {
        const program = programs[name]
          .replaceAll('http://127.0.0.1:4010', mock.url)
          .replace('60_000', '3_000')
          .replace('provider, journal }', 'provider, journal, totalTimeout: 1_500 }')
          .replace(/order-203\d/, refId)
        await writeFile(join(folder, 'first.mjs'), program)
        const { code, output } = await run([node, 'first.mjs'], { cwd: folder })
        return code === 0 ? output : `failed: ${output}`
      }
      expect(await start('first', 'r-1')).toBe(`${printed}\n`)
      mock.next('createStablecoinConversion', 'broken')
      expect(await start('once', 'r-2')).toMatch(/^failed.*outcome unknown\. .*by ref_id "r-2"/s)
      expect(await start('once', 'r-2')).toMatch(
        /^failed.*is not looked up before .*nothing was sent/s,
      )
      await sleep(3_000)
      const found = await start('once', 'r-2')
      expect(found).toMatch(anId)
      expect(await start('once', 'r-2')).toBe(found)
    } finally {
      await mock.stop()
    }
  })
})
