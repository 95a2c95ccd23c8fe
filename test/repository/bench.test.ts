import { randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPrograms } from '../../scripts/bench/build.js'
import { openField } from '../../scripts/bench/field.js'
import { type Goal, isMet } from '../../scripts/bench/goals.js'
import { exampleCalls } from '../../scripts/bench/measure.js'
import { median, ratio, rotate } from '../../scripts/bench/statistics.js'
import { measureThroughput } from '../../scripts/bench/throughput.js'
import { markdownTable } from '../../scripts/lib/record.js'
import { instantiationRatio } from '../support/instantiations.js'
import { root, run, script } from '../support/run.js'

/** Instantiations of three calls, against openapi-fetch. */
const mostInstantiations = 0.5

// A folder of its own, because a client is spoilt there.
const built = join(root, 'dist/bench-test')
beforeAll(async () => {
  for (const part of ['src', 'generated'])
    await cp(join(root, 'dist', part), join(built, part), { recursive: true })
  await buildPrograms(built)
})
afterAll(() => rm(built, { recursive: true, force: true }))

it('the client is cheap for the compiler', async () => {
  const reached = await instantiationRatio(built, await exampleCalls())
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
  expect(stdout).toMatch(/^gzipped bytes with a token: \d\d,\d{3}, at most \d\d,\d{3} {2}OVER$/m)
  expect(stdout).toContain('raise scripts/size.ts')
})

it('npm run bench shows that an app pays for the operations that it names, and not for the rest', async () => {
  const { code, stdout, stderr } = await run(script('bench', 'growth', '--quick'))
  expect([code, stderr]).toEqual([0, ''])
  const [few, many] = stdout.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    return /^\d+$/.test(cells[1] ?? '') ? [cells.map(Number)] : []
  })
  expect([few?.[1], many?.[1]]).toEqual([3, 12])
  // The bundle of one operation; the next column is the same gzipped.
  expect(many?.[3]).toBeLessThanOrEqual((few?.[3] ?? 0) * 1.01)
})

it('npm run bench has clients make the calls in turn, and counts them on both sides', async () => {
  const calls = await exampleCalls()
  const names = ['fetch', 'undici', 'ours', 'ours-undici'] as const
  const field = await openField(built, calls, names)
  try {
    const options = { levels: [1, 4], rounds: 2, sliceSeconds: 0.02, warmSeconds: 0.02 }
    const { rows, serverBusy } = await measureThroughput(field, options)
    expect(rows.map(({ name, inFlight }) => `${name} ${inFlight}`)).toEqual([
      ...names.map((name) => `${name} 1`),
      ...names.map((name) => `${name} 4`),
    ])
    for (const { name, callsPerSecond, cpuMicroseconds, ...against } of rows) {
      expect(Math.min(callsPerSecond, cpuMicroseconds ?? 0, serverBusy)).toBeGreaterThan(0)
      if (name === 'fetch') expect(against.againstFetch?.median).toBe(1)
      if (name === 'undici') expect(against.againstUndici?.median).toBe(1)
    }
  } finally {
    await field.stop()
  }
})

it.each([
  ['sends nothing', 'calls[id]', /^redocly .* says that it made 3 calls, but .* answered 0 /],
  ['returns something else', '{}', /^redocly .* failed: put\w+ returned something else/],
])('npm run bench stops where a client %s', async (_, answer, sentence) => {
  const calls = await exampleCalls()
  const answers = Object.fromEntries(calls.map((call) => [call.operationId, call.answer]))
  const folder = join(built, 'bench/clients')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'redocly.js'),
    `const calls = ${JSON.stringify(answers)}
export const client = new Proxy({}, { get: (_, id) => async () => ${answer} })`,
  )
  await expect(openField(built, calls, ['redocly'])).rejects.toThrow(sentence)
})

it.each([
  [['--only', 'speed'], /^There is no part speed: the parts are throughput, .*\.\n$/],
  [['--write', '--quick'], /^--write keeps what a full run measures: .*\.\n$/],
])('npm run bench says in a sentence what is wrong with %j', async (args, sentence) => {
  const { code, stdout, stderr } = await run(script('bench', ...args))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
})

it('the figures of npm run bench are medians of ratios of the same round, in an order that changes', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(ratio([10, 2, 30], [5, 2, 10])).toEqual({ median: 2, least: 1, most: 3 })
  expect([0, 1, 2, 3].map((round) => rotate(['a', 'b', 'c'], round).join(''))).toEqual([
    'abc',
    'bca',
    'cab',
    'abc',
  ])
})

it('the figures of npm run bench are compared with goals', () => {
  const goal: Goal = { what: 'it', least: 2, reached: 2, unit: '×' }
  expect([goal, { ...goal, reached: 1.9 }, { ...goal, reached: NaN }].map(isMet)).toEqual([
    true,
    false,
    false,
  ])
})

it('the figures of npm run bench are shown in columns, those that hold figures alone at the right', () => {
  const rows = [['a|b', '≤ 1,000 kB', '1 of 2']]
  expect(markdownTable(['name', 'n', 'of'], rows)).toBe(
    '| name | n | of |\n| --- | --: | --- |\n| a\\|b | ≤ 1,000 kB | 1 of 2 |',
  )
})
