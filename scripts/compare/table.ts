import { markdownTable } from '../lib/record.js'
import { type Fault, isUnsent } from './faults.js'
import { type Cell, counted, type Figure } from './verify.js'

const figures: readonly Figure[] = ['succeeded', 'twice', 'untrue', 'unsent', 'undone']

/** The cells in which a figure could count. What is carried out differs by client. */
const possible: Partial<Record<Figure, (cell: Cell) => boolean>> = {
  succeeded: ({ done }) => done > 0,
  undone: ({ fault, done }) => !isUnsent(fault) && done === 0,
}

/** In how many cells a figure counts, and of how many where that differs by client. */
function share(cells: readonly Cell[], figure: Figure): string {
  const rows = counted(cells, figure)
  const successes =
    figure === 'untrue' ? rows.filter(({ statement }) => statement === 'ok').length : 0
  const isPossible = possible[figure]
  const all = isPossible ? ` of ${cells.filter(isPossible).length}` : ''
  return `${rows.length}${all}${successes > 0 ? `, ${successes} as ok` : ''}`
}

/** A line for each client and setting, with its figures. */
export function clientTable(all: readonly Cell[]): string {
  const rows = [...new Set(all.map(({ row }) => row))]
  return markdownTable(
    [
      'Client',
      'Succeeded',
      'More than once',
      'False',
      'Needless, never left',
      'Needless, not carried out',
    ],
    rows.map((row) => {
      const cells = all.filter((cell) => cell.row === row)
      return [row, ...figures.map((figure) => share(cells, figure))]
    }),
  )
}

/** For each fault what the server does, and of which clients a figure counts. */
export function faultTable(faults: readonly Fault[], all: readonly Cell[]): string {
  return markdownTable(
    ['Fault', 'The server', 'Succeeded', 'More than once', 'False', 'Needless'],
    faults.map((fault) => {
      const cells = all.filter((cell) => cell.fault.name === fault.name)
      const needless = isUnsent(fault) ? 'unsent' : 'undone'
      const named = (['succeeded', 'twice', 'untrue', needless] as const).map((figure) =>
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
