import { type Goal, isMet } from './goals.js'
import { type ContestantName, titles } from './measured/contestants.js'
import { type CommonResults, type NodeResults, against, importRatio } from './results.js'
import { median } from './statistics.js'
import type { Table } from './table.js'
import { instantiationRatio } from './types.js'

/** A title of each contestant, with the version of its package. */
export type Names = Readonly<Record<ContestantName, string>>

/** The tables of one Node, in the order of the parts. */
export function tablesOf(results: NodeResults, names: Names): Table[] {
  const { throughput, allocation, soak, imports, validation, profiles } = results
  return [
    ...(throughput ? levelsOf(throughput).map((level) => speed(throughput, level, names)) : []),
    ...(allocation ? [memory(allocation, names)] : []),
    ...(soak ? [lasting(soak)] : []),
    ...(imports ? [importTimes(imports)] : []),
    ...(validation ? [checks(validation)] : []),
    ...(profiles ?? []).map(profile),
  ]
}

/** The tables that hold for every Node. */
export function commonTables({ sizes, types }: CommonResults): Table[] {
  const tables: Table[] = []
  if (sizes) {
    const rows = sizes.map(({ entry, minified, gzipped }) => [entry, kB(minified), kB(gzipped)])
    tables.push({ title: 'Size', head: ['bundle', 'minified, kB', 'and gzipped, kB'], rows })
  }
  if (types) {
    const rows = types.map(({ name, instantiations, types: made, checkSeconds }) => {
      const seconds = median(checkSeconds).toFixed(2)
      return [name, count(instantiations), count(made), seconds]
    })
    const title = 'A file that makes the three calls, checked by TypeScript'
    const note = `Instantiations of ours against openapi-fetch: ${figure(instantiationRatio(types))}×.`
    tables.push({ title, head: ['file', 'instantiations', 'types', 'check, s'], rows, note })
  }
  return tables
}

export function goalTable(goals: readonly Goal[]): Table {
  const rows = goals.map((goal) => {
    const { what, least, most, reached, unit } = goal
    const wanted = least === undefined ? `≤ ${most ?? ''}${unit}` : `≥ ${least}${unit}`
    return [what, wanted, `${figure(reached)}${unit}`, isMet(goal) ? 'yes' : 'no']
  })
  return { title: 'Goals', head: ['goal', 'to reach', 'reached', 'met'], rows, words: [0, 3] }
}

type Part<Name extends keyof NodeResults> = NonNullable<NodeResults[Name]>

function levelsOf(rows: Part<'throughput'>): number[] {
  return [...new Set(rows.map(({ inFlight }) => inFlight))]
}

function speed(all: Part<'throughput'>, inFlight: number, names: Names): Table {
  const level = all.filter((row) => row.inFlight === inFlight)
  const rows = level.map(({ name, callsPerSecond, cpuMicroseconds, serverBusy }) => {
    const ratio = against(all, name, 'fetch', inFlight)
    const range = ratio ? `${figure(ratio.least)}–${figure(ratio.most)}` : ''
    const calls = count(median(callsPerSecond))
    const cpu = figure(median(cpuMicroseconds))
    const busy = `${(median(serverBusy) * 100).toFixed(0)} %`
    return [names[name], ratio ? `${figure(ratio.median)}×` : '', range, calls, cpu, busy]
  })
  return {
    title: `Calls with ${inFlight} in flight`,
    head: ['client', 'against fetch', 'least–most', 'calls/s', 'CPU/call, µs', 'server busy'],
    rows,
    note: `Medians of ${level[0]?.callsPerSecond.length ?? 0} rounds; ratios are of the same round.`,
  }
}

function memory(allocation: Part<'allocation'>, names: Names): Table {
  const rows = allocation.map(({ name, bytesPerCall, growth, calls }) => {
    return [names[name], kB(bytesPerCall), figure((bytesPerCall * calls) / 1e6), kB(growth)]
  })
  const calls = count(allocation[0]?.calls ?? 0)
  const head = ['client', 'allocated per call, kB', `per ${calls} calls, MB`, 'kept of them, kB']
  const note = 'Below zero where the collection took something older with it.'
  return { title: `Memory of ${calls} calls`, head, rows, note }
}

function lasting(soak: Part<'soak'>): Table {
  const rows = soak.map(({ name, growth }) => [titles[name], (growth / 1e6).toFixed(2)])
  const title = `Heap after ${count(soak[0]?.calls ?? 0)} calls, 32 in flight`
  return { title, head: ['client', 'growth after collection, MB'], rows }
}

function importTimes(imports: Part<'imports'>): Table {
  const rows = imports.map(({ entry, milliseconds }) => {
    const ratio = importRatio(imports, entry, 'axios').median
    return [entry, median(milliseconds).toFixed(1), `${figure(ratio)}×`]
  })
  const note = `Medians of ${imports[0]?.milliseconds.length ?? 0} fresh processes each, in turn.`
  return { title: 'Import', head: ['entry', 'ms', 'against axios'], rows, note }
}

function checks(validation: Part<'validation'>): Table {
  const lengths = [...new Set(validation.map(({ length }) => length))]
  const kinds = validation.filter(({ length }) => length === lengths[0])
  const rows = kinds.map((kind) => {
    const cells = (part: 'validator' | 'whole'): string[] =>
      lengths.map((length) => {
        const found = validation.find(
          (row) =>
            row.length === length &&
            row.operationId === kind.operationId &&
            row.field === kind.field &&
            row.valid === kind.valid,
        )
        return count(found?.[part] ?? NaN)
      })
    const name = `${kind.operationId}, ${kind.field}${kind.valid ? '' : ', invalid'}`
    return [name, ...cells('validator'), ...cells('whole')]
  })
  const heads = (part: string): string[] => lengths.map((length) => `${part}, ${count(length)}`)
  return {
    title: 'Validation, nanoseconds by the length of one field',
    head: ['body and field', ...heads('validator'), ...heads('whole')],
    rows,
    note: 'The whole is all that a call does with a body before it is sent, its serialisation included.',
  }
}

function profile({ name, rows: found }: Part<'profiles'>[number]): Table {
  const rows = found.map(({ name: own, place, share }) => {
    return [`${(share * 100).toFixed(1)} %`, own, place]
  })
  const title = `Where the time of ${titles[name]} goes, 32 in flight`
  return { title, head: ['self', 'function', 'place'], rows, words: [1, 2] }
}

const count = (value: number): string => Math.round(value).toLocaleString('en')
const kB = (bytes: number): string => (bytes / 1_000).toFixed(1)
/** Two digits that matter, or three. */
function figure(value: number): string {
  const size = Math.abs(value)
  if (size >= 100) return count(value)
  return size >= 0.1 || size === 0 ? value.toFixed(size >= 10 ? 1 : 2) : value.toPrecision(2)
}
