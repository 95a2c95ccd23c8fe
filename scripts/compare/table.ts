import { markdownTable } from '../lib/record.js'
import { type Fault, isUnsent } from './faults.js'
import { type Cell, counted, type Figure } from './verify.js'

/** A client with its settings, and what came of each fault. */
export interface Compared {
  readonly row: string
  readonly version: string
  readonly cells: readonly Cell[]
}

const figures: readonly Figure[] = ['twice', 'untrue', 'unsent', 'undone']

/** In how many cells a figure counts. What was carried out differs by client, so there it is said of how many. */
function share(cells: readonly Cell[], figure: Figure): string {
  const found = counted(cells, figure)
  const successes = figure === 'untrue' ? found.filter(({ said }) => said === 'ok').length : 0
  const undone = cells.filter(({ fault, done }) => !isUnsent(fault) && done === 0)
  const possible = figure === 'undone' ? ` of ${undone.length}` : ''
  return `${found.length}${possible}${successes > 0 ? `, ${successes} as ok` : ''}`
}

/** A line for each client, with its figures. */
export function clientTable(rows: readonly Compared[]): string {
  const needless = ['Needless, never left', 'Needless, not carried out']
  return markdownTable(
    ['Client', 'Version', 'More than once', 'False', ...needless, 'Slowest'],
    rows.map(({ row, version, cells }) => {
      const shares = figures.map((figure) => share(cells, figure))
      const slowest = Math.max(0, ...cells.map(({ reply }) => reply.took))
      return [row, version, ...shares, `${(slowest / 1_000).toFixed(1)} s`]
    }),
  )
}

/** For each fault what the server does, and of which clients a figure counts. */
export function faultTable(faults: readonly Fault[], all: readonly Cell[]): string {
  return markdownTable(
    ['Fault', 'The server', 'More than once', 'False', 'Needless'],
    faults.map((fault) => {
      const cells = all.filter((cell) => cell.fault === fault)
      const needless = isUnsent(fault) ? 'unsent' : 'undone'
      const named = (['twice', 'untrue', needless] as const).map((figure) =>
        namesOf(counted(cells, figure), cells),
      )
      return [fault.name, fault.what, ...named]
    }),
  )
}

/** The rows of some cells, or of the others where these are fewer. */
function namesOf(some: readonly Cell[], all: readonly Cell[]): string {
  const others = all.filter((cell) => !some.includes(cell))
  const names = (cells: readonly Cell[]) => cells.map(({ row }) => row).join('; ')
  if (some.length <= others.length) return names(some)
  return others.length === 0 ? 'all' : `all but ${names(others)}`
}
