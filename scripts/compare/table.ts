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

interface Row {
  readonly name: string
  readonly cells: readonly string[]
}

/** A table with one line for all rows of the same cells. */
function joinedTable(head: readonly string[], rows: readonly Row[]): string {
  const joined = new Map<string, Row>()
  for (const { name, cells } of rows) {
    const key = cells.join('|')
    const same = joined.get(key)
    joined.set(key, { name: same ? `${same.name}; ${name}` : name, cells })
  }
  return markdownTable(
    head,
    [...joined.values()].map(({ name, cells }) => [name, ...cells]),
  )
}

/** The figures of each client and setting. */
export function clientTable(all: readonly Cell[]): string {
  const rows = [...new Set(all.map(({ row }) => row))]
  return joinedTable(
    [
      'Client',
      'Succeeded',
      'More than once',
      'False',
      'Needless, never left',
      'Needless, not carried out',
    ],
    rows.map((name) => {
      const cells = all.filter((cell) => cell.row === name)
      return { name, cells: figures.map((figure) => share(cells, figure)) }
    }),
  )
}

/** The server's part in each fault. The picture has the clients' part. */
export const faultTable = (faults: readonly Fault[]): string =>
  joinedTable(
    ['Fault', 'The server'],
    faults.map(({ name, what }) => ({ name, cells: [what] })),
  )
