import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Cell,
  controls,
  counted,
  type Figure,
  judge,
  passed,
} from '../../scripts/compare/judge.js'
import type { Reply } from '../../scripts/compare/protocol.js'
import { type FaultRow, faults } from '../far-side/faults.js'

const figures: readonly Figure[] = ['twice', 'untrue', 'unsent', 'undone']
const ok: Partial<Reply> = { settled: 'resolved' }
const thrown = (more: Partial<Reply> = {}): Partial<Reply> => ({ settled: 'rejected', ...more })

/** A fault of the table, after so many requests arrived. */
function cellOf(name: string, reply: Partial<Reply>, requests: number, row = 'mine') {
  const fault = faults.find((each) => each.name === name) as FaultRow
  const act = fault.acts[0] ?? {}
  const arrivals = Array.from({ length: requests }, () => ({ at: 1, isWhole: true, act }))
  return judge({ row, fault, reply: { what: '', startedAt: 0, took: 0, ...reply }, arrivals })
}

it.each<[string, Partial<Reply>, number, Figure[]]>([
  ['reset', thrown(), 1, []],
  ['reset', thrown(), 2, ['twice']],
  ['reset', thrown({ retryable: true }), 1, ['untrue']],
  ['reset', thrown({ says: 'unknown' }), 1, []],
  ['reset', thrown({ says: 'failed' }), 1, ['untrue']],
  ['503 JSON', thrown({ status: 503 }), 1, []],
  ['408 JSON', thrown({ status: 408 }), 1, ['untrue']],
  ['408 JSON', thrown({ status: 408, says: 'unknown' }), 1, []],
  ['429 JSON', thrown({ status: 429 }), 1, []],
  ['429 JSON', thrown(), 1, ['undone']],
  ['200 HTML', ok, 1, ['untrue']],
  ['200 HTML', thrown(), 1, ['undone']],
  ['200 error', ok, 1, ['untrue']],
  ['200 error', thrown({ says: 'unknown' }), 1, ['undone']],
  ['200 error (done)', ok, 1, []],
  ['200 error (done)', thrown({ says: 'failed' }), 1, ['untrue']],
  ['200 error (done)', thrown({ says: 'unknown' }), 1, []],
  ['refused', thrown(), 0, ['unsent']],
  ['refused', {}, 0, ['unsent']],
  ['refused', thrown({ says: 'failed' }), 0, []],
  ['frozen', ok, 1, []],
])('after %j, %j and %i requests the figures of the comparison are %j', (...example) => {
  const [name, reply, requests, expected] = example
  const cell = cellOf(name, reply, requests)
  expect(figures.filter((figure) => counted([cell], figure).length > 0)).toEqual(expected)
})

it('a control that comes out well is found', () => {
  const unknown = thrown({ says: 'unknown' })
  const of = (control: string, ...cells: Cell[]) =>
    passed(
      control,
      faults.filter(({ name }) => ['reset', 'refused'].includes(name)),
      cells,
    )
  const reset = (reply: Partial<Reply>, requests: number) => cellOf('reset', reply, requests)
  const refused = (reply: Partial<Reply>) => cellOf('refused', reply, 0)
  expect(of('retry-all', reset(unknown, 2))).toEqual([])
  expect(of('retry-all', reset(unknown, 1))).toEqual(['reset'])
  expect(of('retry-all', reset(ok, 1))).toEqual(['reset'])
  expect(of('never-retry', reset(thrown({ says: 'failed' }), 1))).toEqual([])
  expect(of('never-retry', reset(unknown, 1))).toEqual(['reset'])
  expect(of('never-retry', reset(ok, 1))).toEqual(['reset'])
  expect(of('always-unknown', refused(unknown))).toEqual([])
  expect(of('always-unknown', refused(thrown({ says: 'failed' })))).toEqual(['refused'])
})

it('a control that was not tried is found', () => {
  expect(controls).toEqual(['retry-all', 'never-retry', 'always-unknown'])
  const missed = controls.map((control) => passed(control, faults, []).length)
  expect(Math.min(...missed)).toBeGreaterThan(3)
})

it('no client or control of the comparison is longer than 20 lines, and what compares them not than 900', () => {
  const lines = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length
  const folder = 'scripts/compare'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs|py|go)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
  const clients = files.filter((name) => /clients|controls/.test(name))
  expect(clients.length).toBeGreaterThan(15)
  expect(clients.filter((name) => lines(name) > 20)).toEqual([])
  const others = files.filter((name) => !clients.includes(name))
  const sum = ['scripts/compare.ts', ...others].reduce((all, name) => all + lines(name), 0)
  expect(sum).toBeLessThanOrEqual(900)
})
