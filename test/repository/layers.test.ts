import { appendFile, cp } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { root, run } from '../support/run.js'
import { scratchFolder } from '../support/scratch-folder.js'

const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const folder = scratchFolder()
beforeAll(async () => {
  for (const name of [
    '.dependency-cruiser.js',
    'package.json',
    'tsconfig.json',
    'generated',
    'src',
    'scripts',
  ])
    await cp(join(root, name), join(folder, name), {
      ...{ recursive: true, filter: (path) => !path.endsWith('node_modules') },
    })
})

/** Imports that may not be, from a lower layer to a higher one. */
const wrong = [
  ['shared/redact.ts', 'errors.ts'],
  ['transport/unsent.ts', 'call/call.ts'],
  ['errors.ts', 'document/prepare.ts'],
  ['document/find-issues.ts', 'auth/token-source.ts'],
  ['auth/token-of-call.ts', 'call/retry.ts'],
  ['call/retry.ts', 'client.ts'],
] as const
const circle = ['document/find-issues.ts', 'document/copy-body.ts'] as const
const allowed = ['call/retry.ts', 'shared/outcome.ts'] as const

/** Imports that may not be for another reason, and the rule that says so. */
const forbidden = [
  ['src/options.ts', 'src/mock/cors.ts', 'only the mock imports src/mock/'],
  ['src/mock/cors.ts', 'scripts/lib/running.ts', 'src/ imports nothing of scripts/'],
  ['scripts/docs/guides.ts', 'scripts/lint/links.ts', 'a command of scripts/ imports its own'],
  ['scripts/lib/running.ts', 'scripts/lint.ts', 'a command of scripts/ imports its own'],
  ['scripts/generate/read/names.ts', 'scripts/generate/write/types.ts', 'what reads the document'],
] as const

it('no file imports from a higher layer, from another package or in a circle', async () => {
  const inSrc = [...wrong, circle, allowed].map((pair) => pair.map((name) => `src/${name}`))
  for (const [file = '', other = ''] of [...inSrc, ...forbidden]) {
    const from = relative(dirname(file), other).replaceAll('\\', '/').replace(/ts$/, 'js')
    const line = `export type {} from '${from.startsWith('.') ? from : `./${from}`}'\n`
    await appendFile(join(folder, file), line)
  }
  const cruise = [process.execPath, command, '--output-type', 'err', 'src', 'scripts']
  const lines = (await run(cruise, { cwd: folder })).stdout.split('\n')
  const layers = / (\S+) imports nothing of a higher layer: src\/(\S+) → src\/((?!mock\/)\S+)$/
  const found = lines.flatMap((line) => {
    const [, ...parts] = layers.exec(line) ?? []
    return parts.length > 0 ? [parts] : []
  })
  const expected = wrong.map(([file, other]) => [file.replace(/\/.*/, ''), file, other])
  expect(found.sort()).toEqual(expected.sort())
  expect(lines.join('\n')).toMatch(
    /error no circle: src\/document\/copy-body\.ts →\s+src\/document\/find-issues\.ts →\s+src\/document\/copy-body\.ts/,
  )
  for (const [file, other, rule] of forbidden)
    expect(lines.filter((line) => line.endsWith(`: ${file} → ${other}`))).toContainEqual(
      expect.stringContaining(rule),
    )
})
