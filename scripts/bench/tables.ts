import { markdownTable } from '../lib/record.js'
import { goalsOf, isMet } from './goals.js'
import { contestants } from './measured/contestants.js'
import type { Found } from './results.js'
import { callsOf } from './throughput.js'
import { lengths } from './validation.js'

/** The tables of what was measured. */
export function tables(found: Found): string {
  const { about, throughput, memory, imports, validation, sizes } = found
  const sections = [about ?? '']
  const add = (title: string, head: string[], rows: readonly string[][], note = ''): void => {
    const used = head.map((_, at) => rows.some((row) => (row[at] ?? '') !== ''))
    const shown = (row: string[]): string[] => row.filter((_, at) => used[at])
    if (rows.length === 0) return
    sections.push(`### ${title}`, markdownTable(shown(head), rows.map(shown)), note)
  }
  add(
    'Goals',
    ['goal', 'to reach', 'reached', 'met'],
    goalsOf(found).map((goal) => {
      const { what, least, most, reached, unit } = goal
      const wanted = least === undefined ? `≤ ${most ?? ''}${unit}` : `≥ ${least}${unit}`
      return [what, wanted, figure(reached) + unit, isMet(goal) ? 'yes' : 'no']
    }),
  )
  add(
    'Size',
    ['bundle', 'minified, kB', 'and gzipped, kB'],
    (sizes ?? []).map(({ entry, minified, gzipped }) => [entry, kB(minified), kB(gzipped)]),
  )
  const measured = [...(throughput?.rows ?? []), ...(memory?.rows ?? [])]
  const names = contestants.filter((name) => measured.some((row) => row.name === name))
  const levels = [...new Set(throughput?.rows.map(({ inFlight }) => inFlight))]
  add(
    'Calls per second, by calls in flight',
    ['client', ...levels.map(String)],
    (throughput ? names : []).map((name) => {
      const rates = levels.map((level) => callsOf(throughput, name, level)?.callsPerSecond)
      return [found.names?.[name] ?? name, ...rates.map(count)]
    }),
  )
  add(
    'One call',
    [
      ...['client', '1 in flight, against fetch', '32 in flight, against fetch', 'least–most'],
      ...['against undici', 'CPU, µs', 'allocated, kB', `heap after ${count(memory?.calls)}, MB`],
    ],
    names.map((name) => {
      const [alone, many] = [1, 32].map((level) => callsOf(throughput, name, level))
      const heap = memory?.rows.find((row) => row.name === name)
      const range = many?.againstFetch
      return [
        found.names?.[name] ?? name,
        ...[alone?.againstFetch, range].map((ratio) => times(ratio?.median)),
        range === undefined ? '' : `${figure(range.least)}–${figure(range.most)}`,
        ...[times(many?.againstUndici?.median), figure(many?.cpuMicroseconds)],
        ...[kB(heap?.bytesPerCall), figure(heap?.growth && heap.growth / 1e6)],
      ]
    }),
    throughput &&
      `Medians of ${throughput.rounds} rounds; ratios are of the same round. The server was busy for ${(throughput.serverBusy * 100).toFixed(0)} % of the time at most.`,
  )
  add(
    'Import',
    ['entry', 'ms', 'against axios'],
    (imports ?? []).map(({ entry, milliseconds, againstAxios }) => {
      return [entry, milliseconds.toFixed(1), times(againstAxios)]
    }),
    'Medians of fresh processes, in turn.',
  )
  const heads = (part: string): string[] => lengths.map((length) => `${part}, ${count(length)}`)
  add(
    'Validation, nanoseconds by the length of one field',
    ['body and field', ...heads('validator'), ...heads('whole')],
    (validation ?? []).map((row) => [row.title, ...[...row.validator, ...row.whole].map(count)]),
    'The whole is all that a call does with a body before it is sent, its serialisation included.',
  )
  return sections.join('\n\n')
}

const count = (value?: number): string =>
  value === undefined ? '' : Math.round(value).toLocaleString('en')
const kB = (bytes?: number): string => (bytes === undefined ? '' : (bytes / 1_000).toFixed(1))
const times = (ratio?: number): string => (ratio === undefined ? '' : `${figure(ratio)}×`)

/** Rounds to two or three significant digits. */
function figure(value?: number): string {
  if (value === undefined) return ''
  const size = Math.abs(value)
  if (size >= 100) return count(value)
  return size >= 0.1 || size === 0 ? value.toFixed(size >= 10 ? 1 : 2) : value.toPrecision(2)
}
