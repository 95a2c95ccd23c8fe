import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root, runIn } from '../support/run.js'

const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'))
  for (const name of [
    '.dependency-cruiser.js',
    'package.json',
    'tsconfig.json',
    'generated',
    'src',
  ])
    await cp(join(root, name), join(folder, name), { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

/** Imports that may not be, from a lower layer to a higher one. */
const wrong = [
  ['shared/redact.ts', 'errors.ts'],
  ['transport/unsent.ts', 'call/call.ts'],
  ['errors.ts', 'document/prepare.ts'],
  ['document/issues.ts', 'auth/token-source.ts'],
  ['auth/token-of-call.ts', 'call/retry.ts'],
  ['call/retry.ts', 'client.ts'],
] as const
const circle = ['document/issues.ts', 'document/body-copy.ts'] as const
const allowed = ['call/retry.ts', 'shared/outcome.ts'] as const

it('a file of src/ imports nothing of a higher layer, and nothing in a circle', async () => {
  for (const [file, other] of [...wrong, circle, allowed]) {
    const from = relative(dirname(file), other).replaceAll('\\', '/').replace(/ts$/, 'js')
    const line = `export type {} from '${from.startsWith('.') ? from : `./${from}`}'\n`
    await appendFile(join(folder, 'src', file), line)
  }
  const { stdout } = await runIn(folder, [process.execPath, command, '--output-type', 'err', 'src'])
  const found = stdout.matchAll(
    /error (.*) imports nothing of a higher layer: src\/(\S+) → src\/(\S+)/g,
  )
  const expected = wrong.map(([file, other]) => [file.replace(/\/.*/, ''), file, other])
  expect([...found].map(([, ...parts]) => parts).sort()).toEqual(expected.sort())
  expect(stdout).toMatch(
    /error no circle: src\/document\/body-copy\.ts →\s+src\/document\/issues\.ts →\s+src\/document\/body-copy\.ts/,
  )
})
