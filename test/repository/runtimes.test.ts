import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { portable } from '../systems/faults/portable.js'
import { rows } from '../systems/faults/rows.js'
import { failures } from '../systems/runtimes/finding.js'
import { readLines } from '../systems/runtimes/runtime.js'
import { pinned } from '../systems/runtimes/runtimes.js'

const [runtime] = pinned
if (runtime === undefined) throw new Error('no runtime is pinned')
const end = { kind: 'end', name: 'end' } as const
const once = { kind: 'posts', name: 'here', seen: 1 } as const

describe('a run of the scenario', () => {
  it('has every fault that is marked for every runtime', () => {
    const marked = rows.filter(({ everywhere }) => everywhere)
    expect(portable).toEqual(marked)
    expect(marked.length).toBeGreaterThanOrEqual(8)
  })

  it('fails by name: a step, a POST that was seen twice, a run without an end', () => {
    const step = { kind: 'step', name: 'refused input', failure: 'sent' } as const
    const told = (lines: Parameters<typeof failures>[0]['lines']): string[] =>
      failures({ runtime, over: 'fetch', lines })
    expect(told([once, end])).toEqual([])
    expect(told([step, once, end])).toEqual(['refused input: sent'])
    expect(told([{ ...once, seen: 2 }, end])).toEqual(['a POST was seen 2 times'])
    expect(told([once])).toEqual(['it did not come to its end'])
    expect(() => readLines(JSON.stringify(once), 'killed')).toThrow(/ended before the end: killed/)
  })
})

describe('package.json', () => {
  it('asks for the oldest Node.js and undici that are tried', async () => {
    const { engines, peerDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
      engines: { node: string }
      peerDependencies: { undici: string }
    }
    const oldest = [...engines.node.matchAll(/[\d.]+/g)].map(([version]) => version)
    const tried = pinned.filter(({ name }) => name === 'Node.js').map(({ version }) => version)
    expect(tried).toEqual(expect.arrayContaining(oldest))
    expect(
      peerDependencies.undici.startsWith(`>=${runtime.undici?.replace(/\.0$/, '') ?? ''} `),
    ).toBe(true)
  })
})
