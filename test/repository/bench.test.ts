import { randomBytes } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPlain, readExamples } from '../../scripts/lib/examples.js'
import { markdownTable } from '../../scripts/lib/record.js'
import { instantiationRatio } from '../support/instantiations.js'
import { root, run, script } from '../support/run.js'

/** Instantiations of the calls of all examples, against openapi-fetch. */
const mostInstantiations = 0.5

// A folder of its own, because a client is spoilt there.
const built = join(root, 'dist/bench-test')
beforeAll(async () => {
  for (const part of ['src', 'cjs'])
    await cp(join(root, 'dist', part), join(built, part), { recursive: true })
})
afterAll(() => rm(built, { recursive: true, force: true }))

it('the client is cheap for the compiler', async () => {
  const calls = (await readExamples()).filter(isPlain)
  const reached = await instantiationRatio(built, calls)
  expect(
    reached,
    'if an operation was added, raise mostInstantiations to what it has now',
  ).toBeLessThanOrEqual(mostInstantiations)
  expect(reached).toBeGreaterThan(0)
})

it('npm run size fails for a client that is larger than its ceilings, and says which', async () => {
  const main = join(built, 'src/index.js')
  const code = await readFile(main, 'utf8')
  const bytes = randomBytes(30_000).toString('base64')
  await writeFile(main, `${code}\nglobalThis.bytes = '${bytes}'\n`)
  const { code: ended, stdout } = await run(script('size', relative(root, built)))
  await writeFile(main, code)
  expect(ended).toBe(1)
  expect(stdout).toMatch(
    /^gzipped bytes with a token, without the document: \d\d,\d{3}, at most \d\d,\d{3} {2}OVER$/m,
  )
  expect(stdout).toContain('raise scripts/size.ts')
})

it('npm run bench measures a conversion by each client, and shows what was measured', async () => {
  const { code, stdout, stderr } = await run(script('bench', '--quick'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = stdout.split('\n').flatMap((line) => {
    const [, title = '', ...cells] = line.split('|').map((cell) => cell.trim())
    const figures = cells.slice(0, 5).map((cell) => Number(cell.replaceAll(/[,×]/g, '')))
    return figures.length > 0 && figures.every((figure) => figure > 0) ? [title] : []
  })
  expect(rows.map((title) => title.replace(/ [\d.]+$/, ''))).toEqual([
    ...['fetch', 'request of undici', 'openapi-fetch', 'axios', 'ky'],
    ...['ours over fetch', 'ours over undici'],
  ])
  expect(stdout.match(/^\| ours over .* of .* \| +\d+\.\d\d× \|/gm)).toHaveLength(5)
})

it('npm run bench keeps nothing of a run that is too short', async () => {
  expect(await run(script('bench', '--write', '--ratios'))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: '--write needs a full run: leave out --quick and --ratios.\n',
  })
})

it('the figures of npm run bench are shown in columns, those that hold figures alone at the right', () => {
  const rows = [['a|b', '≤ 1,000 kB', '1 of 2']]
  expect(markdownTable(['name', 'n', 'of'], rows)).toBe(
    '| name | n | of |\n| --- | --: | --- |\n| a\\|b | ≤ 1,000 kB | 1 of 2 |',
  )
})
