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

export function judge(cell: Pick<Cell, 'row' | 'fault' | 'reply' | 'arrivals'>): Cell {
  const done = cell.arrivals.filter(({ isWhole, act }) => isWhole && act.carriesOut).length
  return { ...cell, said: saidBy(cell.reply), done }
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

/** What it carries out and does not answer, over HTTP/1.1. */
const isLost = ({ acts, unsent, overHttp2, seemsDone }: Fault): boolean =>
  !(unsent ?? overHttp2 ?? seemsDone) &&
  acts.some(({ carriesOut }) => carriesOut) &&
  !acts.at(-1)?.answers

/** The figure that each control has to come out badly by, and in which faults, whatever it says. */
const due: Readonly<Record<string, readonly [Figure, isDue: (fault: Fault) => boolean]>> = {
  'retry-all': [
    'twice',
    (fault) => isLost(fault) && fault.acts.every(({ carriesOut }) => carriesOut),
  ],
  'never-retry': ['untrue', isLost],
  // Not every machine can freeze a process.
  'always-unknown': ['unsent', ({ unsent, before }) => unsent === true && before !== 'holds'],
}
export const controls = Object.keys(due)

/** The faults in which a control came out well, or was not tried: a run with one shows nothing. */
export function passed(control: string, faults: readonly Fault[], cells: readonly Cell[]) {
  const [figure, isDue] = due[control] ?? ['twice', () => true]
  const wrong = counted(cells, figure)
  const missed = faults.filter(
    (fault) => isDue(fault) && !wrong.some((cell) => cell.fault === fault),
  )
  return missed.map(({ name }) => name)
}

/** Why a client's other cells do not count: it has to be right where nothing fails, and where it is plainly refused. */
export function unsound({ row, fault, said, done, reply }: Cell): string[] {
  const isRight = fault.name === '422' ? said !== 'ok' : said === 'ok' && done === 1
  const what = `${fault.name}: it said ${said} (${reply.what}), carried out ${done} times`
  return isRight ? [] : [`${row} does not work: ${what}.`]
}
