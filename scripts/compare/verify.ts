import { carriesOut, factsOf } from '../../test/network/act.js'
import { type Fault, isUnsent } from './faults.js'

/** What a client said of a conversion; `error` is a failure that names no outcome. */
export type Statement = 'ok' | 'refused' | 'failed' | 'unknown' | 'error'

/** One client with a setting, one fault, and what came of it. */
export interface Cell {
  readonly row: string
  readonly fault: Fault
  readonly statement: Statement
  /** The error or the answer in a few words. */
  readonly what: string
  /** How often the server carried the conversion out, by its log. */
  readonly done: number
}

const deniesIt = ({ statement }: Cell): boolean => statement === 'refused' || statement === 'failed'
const isNeedless = (cell: Cell): boolean =>
  cell.done === 0 && cell.statement !== 'ok' && !deniesIt(cell)

const holds = {
  succeeded: ({ statement, done }: Cell) => statement === 'ok' && done === 1,
  twice: ({ done }: Cell) => done > 1,
  untrue: (cell: Cell) =>
    cell.statement === 'ok' ? cell.done === 0 : cell.done > 0 && deniesIt(cell),
  unsent: (cell: Cell) => isUnsent(cell.fault) && isNeedless(cell),
  undone: (cell: Cell) => !isUnsent(cell.fault) && isNeedless(cell),
}
export type Figure = keyof typeof holds

/** The cells for which a figure counts. */
export const counted = (cells: readonly Cell[], figure: Figure): Cell[] =>
  cells.filter(holds[figure])

/** What it carries out and does not answer. */
function isLost({ acts }: Fault): boolean {
  const [first = {}] = acts
  return carriesOut(first) && factsOf(acts.at(-1) ?? {}).answer !== 'given'
}

/** The figure that each control has to come out badly by, and in which faults, whatever it says. */
const due: Readonly<Record<string, readonly [Figure, isDue: (fault: Fault) => boolean]>> = {
  'retry-all': ['twice', (fault) => isLost(fault) && fault.acts.every(carriesOut)],
  'never-retry': ['untrue', isLost],
  'always-unknown': ['unsent', isUnsent],
}
export const controls = Object.keys(due)

/** The controls that came out well in a fault, or were not tried: a run with one shows nothing. */
export function passed(faults: readonly Fault[], cells: readonly Cell[]): string[] {
  return Object.entries(due).flatMap(([control, [figure, isDue]]) => {
    const wrong = counted(cells, figure).filter(({ row }) => row === control)
    const missed = faults.filter(
      (one) => isDue(one) && !wrong.some(({ fault }) => fault.name === one.name),
    )
    return missed.map(({ name }) => `The control ${control} passed in ${name}.`)
  })
}

/** Whether a client's other cells count: it has to be right where nothing fails, and where it is plainly refused. */
export const isSound = ({ fault, statement, done }: Cell): boolean =>
  fault.name === '422' ? statement !== 'ok' : statement === 'ok' && done === 1

export const sentenceOf = ({ row, fault, statement, done, what }: Cell): string =>
  `${row}, ${fault.name}: it said ${statement}, carried out ${done} times (${what})`
