import { factsOf } from '../../test/network/act.js'
import type { FaultRow } from '../../test/network/faults.js'
import { timesOf } from '../../test/network/vocabulary.js'
import { markdownTable } from '../lib/record.js'
import { type Cell, counted, type Figure, isUnsent } from './judge.js'

/** A client with its settings, and what came of each fault. */
export interface Compared {
  readonly row: string
  readonly version: string
  readonly cells: readonly Cell[]
}

const figures: readonly Figure[] = ['twice', 'untrue', 'unsent', 'undone']

/** In how many cells a figure counts, of those in which it could. */
function share(cells: readonly Cell[], figure: Figure): string {
  const possible = cells.filter(({ fault, done }) => {
    if (figure === 'unsent') return isUnsent(fault)
    return figure !== 'undone' || (!isUnsent(fault) && done === 0)
  })
  const found = counted(cells, figure)
  const successes = figure === 'untrue' ? found.filter(({ said }) => said === 'ok').length : 0
  return `${found.length} of ${possible.length}${successes > 0 ? `, ${successes} as ok` : ''}`
}

/** How long a client took at most, where its process did not stand still. */
function slowest(cells: readonly Cell[]): string {
  const own = cells.filter(({ fault: { blocked, before } }) => !blocked && before !== 'holds')
  return `${(Math.max(0, ...own.map(({ reply }) => reply.took)) / 1_000).toFixed(1)} s`
}

/** A line for each client, with its figures. */
export function clientTable(rows: readonly Compared[]): string {
  const needless = ['Needless, never left', 'Needless, not carried out']
  return markdownTable(
    ['Client', 'Version', 'More than once', 'False', ...needless, 'Slowest'],
    rows.map(({ row, version, cells }) => {
      const shares = figures.map((figure) => share(cells, figure))
      return [row, version, ...shares, slowest(cells)]
    }),
  )
}

/** Faults by their names; a status that counts in both of its forms is named once. */
function named(cells: readonly Cell[]): string {
  const names = cells.map(({ fault }) => fault.name)
  const merged = names.map((name) => {
    const [, code = '', form] = /^(\d+) (JSON|HTML)$/.exec(name) ?? []
    const other = `${code} ${form === 'JSON' ? 'HTML' : 'JSON'}`
    return names.includes(other) ? code : name
  })
  return [...new Set(merged)].join(', ')
}

/** For each client the faults behind its figures. */
export function cellTable(rows: readonly Compared[]): string {
  const listed = (cells: readonly Cell[], labelOf: (cell: Cell) => string): string => {
    const of = (label: string) => named(cells.filter((cell) => labelOf(cell) === label))
    const labels = [...new Set(cells.map(labelOf))]
    return labels.map((label) => `${label}: ${of(label)}`).join('; ')
  }
  return markdownTable(
    ['Client', 'More than once', 'False, by what was said', 'Needless'],
    rows.map(({ row, cells }) => [
      row,
      listed(counted(cells, 'twice'), ({ done }) => `${done} times`),
      listed(counted(cells, 'untrue'), ({ said }) => said),
      named([...counted(cells, 'unsent'), ...counted(cells, 'undone')]),
    ]),
  )
}

/** For each fault what the far side does, and in how many rows a figure counts. */
export function faultTable(faults: readonly FaultRow[], rows: readonly Compared[]): string {
  return markdownTable(
    ['Fault', 'The far side', 'Rows', 'More than once', 'False', 'Needless'],
    faults.map((fault) => {
      const cells = rows.flatMap((row) => row.cells.filter((cell) => cell.fault === fault))
      const needless = isUnsent(fault) ? 'unsent' : 'undone'
      const counts = (['twice', 'untrue', needless] as const).map((each) => counted(cells, each))
      return [fault.name, fault.what, cells.length, ...counts.map(({ length }) => length)]
    }),
  )
}

/** What led to a cell, in the order in which it happened. */
export function traceOf({ row, fault, reply, said, arrivals, done }: Cell): string {
  const { startedAt, took, what, status = 0 } = reply
  const events = arrivals.map(({ at, isWhole, act }): readonly [number, string] => {
    const facts = factsOf(act)
    const { status: code = 200, by } = act
    const given = `answered ${code}${facts.answer === 'given' ? ' with the conversion' : ''}`
    const broken = typeof by === 'number' ? 'its stream is refused' : `${facts.answer} by ${by}`
    const end = by === undefined ? given : broken
    const text = `a request arrived, ${timesOf(facts) > 0 ? '' : 'not '}carried out: ${end}`
    return [at === 0 ? took : at - startedAt, isWhole ? text : 'a request without its body']
  })
  const end = `it said ${said}${status === 0 ? '' : `, status ${status}`}: ${what}`
  const inOrder = [...events, [took, end] as const].toSorted(([one], [other]) => one - other)
  const lines = inOrder.map(([ms, text]) => `${ms.toFixed(0).padStart(7)} ms  ${text}`)
  const title = `${row}, ${fault.name}: ${fault.what}`
  return [title, ...lines, `            carried out ${done} times`].join('\n')
}
