import type { Arrival } from './far-side.js'
import type { Fault } from './faults.js'
import type { Reply } from './protocol.js'

/** What a client said of a conversion; `error` is a failure that names no outcome, `nothing` a call that never settled. */
export type Said = 'ok' | 'refused' | 'failed' | 'unknown' | 'error' | 'nothing'

/** One client, one fault, and what came of it. */
export interface Cell {
  readonly row: string
  readonly fault: Fault
  readonly reply: Reply
  readonly said: Said
  readonly arrivals: readonly Arrival[]
  /** How often the far side carried the conversion out. */
  readonly done: number
}

export type Figure = 'twice' | 'untrue' | 'unsent' | 'undone'

/** The rule for every client alike: its own word, else by RFC 9110, section 15.5, a 4xx says that it was refused. */
function saidBy({ settled, says, status = 0 }: Reply): Said {
  if (settled === undefined) return 'nothing'
  if (settled === 'resolved') return 'ok'
  return says ?? (status >= 400 && status < 500 ? 'refused' : 'error')
}

export function cellOf(
  row: string,
  fault: Fault,
  reply: Reply,
  arrivals: readonly Arrival[],
): Cell {
  const done = arrivals.filter(({ isWhole, act }) => isWhole && act.carriesOut).length
  return { row, fault, reply, said: saidBy(reply), arrivals, done }
}

const isUnclear = ({ said, done }: Cell): boolean =>
  done === 0 && ['unknown', 'error', 'nothing'].includes(said)

const holds: Readonly<Record<Figure, (cell: Cell) => boolean>> = {
  twice: ({ done }) => done > 1,
  untrue: ({ said, done, reply }) =>
    said === 'ok'
      ? done === 0
      : done > 0 && (['refused', 'failed'].includes(said) || reply.retryable === true),
  unsent: (cell) => cell.fault.unsent === true && isUnclear(cell),
  undone: (cell) => cell.fault.unsent !== true && isUnclear(cell),
}

/** The cells for which a figure counts. */
export const counted = (cells: readonly Cell[], figure: Figure): Cell[] =>
  cells.filter(holds[figure])

/** Why a control did not come out as it has to; a run in which one passes shows nothing. */
export const controls: Readonly<Record<string, (cells: readonly Cell[]) => string | undefined>> = {
  'retry-all': (cells) =>
    counted(cells, 'twice').length > 0 ? undefined : 'was carried out more than once by no fault',
  'never-retry': (cells) =>
    counted(cells, 'untrue').length > 0 ? undefined : 'said nothing false',
  'always-unknown': (cells) => {
    const unsent = cells.filter(({ fault }) => fault.unsent)
    return unsent.length > 0 && counted(cells, 'unsent').length === unsent.length
      ? undefined
      : 'was of use where nothing was sent'
  },
}

/** Why a client's other cells do not count: it has to be right where nothing fails, and where it is plainly refused. */
export function unsound({ fault, said, done, reply }: Cell): string | undefined {
  const isRight = fault.name === '422' ? said !== 'ok' : said === 'ok' && done === 1
  return isRight
    ? undefined
    : `${fault.name}: it said ${said} (${reply.what}), carried out ${done} times`
}
