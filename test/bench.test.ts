import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMeasured } from '../scripts/bench/build.js'
import { exampleCalls } from '../scripts/bench/calls.js'
import { openField } from '../scripts/bench/field.js'
import { type Goal, isMet } from '../scripts/bench/goals.js'
import { findNode } from '../scripts/bench/node-binary.js'
import { drawPlot } from '../scripts/bench/plot.js'
import { measureSizes, wholeClient } from '../scripts/bench/sizes.js'
import { median, ratio, rotate } from '../scripts/bench/statistics.js'
import { toMarkdown, toText } from '../scripts/bench/table.js'
import { measureThroughput } from '../scripts/bench/throughput.js'
import { instantiationRatio, measureTypes } from '../scripts/bench/types.js'
import { root, run, script } from './support/run.js'

/** Kilobytes of the whole client, minified and gzipped: what it has now. The goal is 19.5. */
const mostKilobytes = 20.4
/** Instantiations of three calls, against openapi-fetch. */
const mostInstantiations = 0.5

/** An operation more costs its validator: that is no reason to leave it out. */
const toRaise = (name: string): string =>
  `if an operation was added, raise ${name} in test/bench.test.ts to what it has now`

// Of its own: other tests build into `dist` at the same time.
const built = join(root, 'dist/bench-test')
beforeAll(() => buildMeasured(built))
afterAll(() => rm(built, { recursive: true, force: true }))

describe('the client', () => {
  it('is not larger than it was', async () => {
    const sizes = await measureSizes(built)
    const whole = sizes.find(({ entry }) => entry === wholeClient)
    expect(whole?.gzipped, toRaise('mostKilobytes')).toBeLessThanOrEqual(mostKilobytes * 1_000)
    expect(whole?.gzipped).toBeGreaterThan(3_000)
  })

  it('is cheap for the compiler', async () => {
    const rows = await measureTypes(built, await exampleCalls(), 1)
    const reached = instantiationRatio(rows)
    expect(reached, toRaise('mostInstantiations')).toBeLessThanOrEqual(mostInstantiations)
    expect(reached).toBeGreaterThan(0)
  })
})

describe('npm run bench', () => {
  it('has clients make the calls in turn, and counts them on both sides', async () => {
    const node = await findNode(process.versions.node)
    const calls = await exampleCalls()
    const names = ['fetch', 'undici', 'ours', 'ours-undici'] as const
    const field = await openField({ node, built, calls, names })
    try {
      const options = { levels: [1, 4], rounds: 2, sliceSeconds: 0.02, warmSeconds: 0.02 }
      const rows = await measureThroughput(field, { names, ...options })
      expect(rows.map(({ name, inFlight }) => `${name} ${inFlight}`)).toEqual([
        ...names.map((name) => `${name} 1`),
        ...names.map((name) => `${name} 4`),
      ])
      for (const { callsPerSecond, cpuMicroseconds } of rows) {
        expect(callsPerSecond).toHaveLength(2)
        expect(Math.min(...callsPerSecond, ...cpuMicroseconds)).toBeGreaterThan(0)
      }
      expect(drawPlot([{ title: 'a < b', rows }], ['caption'])).toContain('a &lt; b')
    } finally {
      field.stop()
    }
  })

  it.each([
    ['sends nothing', 'calls[id]', /^redocly .* says that it made 3 calls, but .* answered 0 /],
    ['returns something else', '{}', /^redocly .* failed: put\w+ returned something else/],
  ])('stops where a client %s', async (_, answer, sentence) => {
    const node = await findNode(process.versions.node)
    const calls = await exampleCalls()
    const answers = Object.fromEntries(calls.map((call) => [call.operationId, call.answer]))
    const folder = join(built, 'bench/clients')
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'redocly.js'),
      `const calls = ${JSON.stringify(answers)}
export const client = new Proxy({}, { get: (_, id) => async () => ${answer} })`,
    )
    await expect(openField({ node, built, calls, names: ['redocly'] })).rejects.toThrow(sentence)
  })

  it.each([
    [['--only', 'speed'], /^There is no part speed: the parts are throughput, .*\.\n$/],
    [['--write', '--quick'], /^--write keeps what a full run measures: .*\.\n$/],
    [['--node', '/no/node'], /^There is no Node at \/no\/node: .*\.\n$/],
  ])('says in a sentence what is wrong with %j', async (args, sentence) => {
    const { code, stdout, stderr } = await run(script('bench', ...args))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(sentence)
  })
})

describe('its figures', () => {
  it('are medians of ratios of the same round, in an order that changes', () => {
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

  it('are compared with goals', () => {
    const goal: Goal = { what: 'it', least: 2, reached: 2, unit: '×' }
    expect([goal, { ...goal, reached: 1.9 }, { ...goal, reached: NaN }].map(isMet)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are shown in aligned columns, and in Markdown', () => {
    const table = { title: 'Title', head: ['name', 'n'], rows: [['a|b', '1,000']], note: 'Note.' }
    expect(toText(table)).toBe(`Title

  name      n
  ----  -----
  a|b   1,000

  Note.
`)
    expect(toMarkdown(table, 3)).toContain(
      '### Title\n\n| name | n |\n| --- | --: |\n| a\\|b | 1,000 |',
    )
  })
})
