import { describe, expect, it } from 'vitest'
import { dependencies, readWanted } from '../systems/tomorrow/dependencies.js'
import { changes, passed, skipped, steady, theEnd } from '../systems/tomorrow/rows.js'

const ended = { [theEnd]: passed }
const before = { ...ended, '1 over fetch': passed, '2 over fetch': 'failed: 1', '3': passed }

describe('npm run test:tomorrow', () => {
  it('names the rows that pass with one version and not with another', () => {
    const after = { ...before, '1 over fetch': 'expected 1, found 2', '2 over fetch': passed }
    expect(changes(before, after)).toEqual([
      { row: '1 over fetch', before: passed, after: 'expected 1, found 2' },
      { row: '2 over fetch', before: 'failed: 1', after: passed },
    ])
  })

  it('takes two failures of a row for the same, however they are told', () => {
    expect(changes(before, { ...before, '2 over fetch': 'failed: 2' })).toEqual([])
  })

  it('names a row that is there no more, and one that is new', () => {
    const after = { ...ended, '1 over fetch': passed, '2 over fetch': 'failed: 1', '4': passed }
    expect(changes(before, after)).toEqual([
      { row: '3', before: passed, after: 'missing' },
      { row: '4', before: 'missing', after: passed },
    ])
  })

  it('says of a table that did not come to its end this alone', () => {
    const end = 'it ended with 1: it does not compile'
    expect(changes(before, { [theEnd]: end })).toEqual([
      { row: theEnd, before: passed, after: end },
    ])
  })

  it('names what could not be had, and blames nothing for it', () => {
    const after = { ...ended, 'Bun over fetch': skipped('no Bun 9.0.0 from the registry') }
    expect(changes(before, after)).toEqual([
      {
        row: 'Bun over fetch',
        before: 'missing',
        after: 'skipped: no Bun 9.0.0 from the registry',
      },
    ])
  })

  it('blames a version for what failed twice, not for what failed once', () => {
    const failing = (row: string) => ({ row, before: passed, after: 'late' })
    expect(steady([failing('1'), failing('2')], [{ ...failing('2'), after: 'later' }])).toEqual([
      failing('2'),
    ])
  })

  it('tries all of them, or those that are named, at a version or at the newest', () => {
    expect(readWanted([])).toHaveLength(dependencies.length)
    expect(readWanted(['node', 'undici@8.0.0'])).toMatchObject([
      { dependency: { title: 'Node.js' } },
      { dependency: { title: 'undici' }, at: '8.0.0' },
    ])
    expect(() => readWanted(['left-pad'])).toThrow(/^left-pad is none of undici, .*Prism\.$/)
  })
})
