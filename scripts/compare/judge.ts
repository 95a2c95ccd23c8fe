import { factsOf } from '../../test/network/act.js'
import type { FaultRow } from '../../test/network/faults.js'
import { endsOf, timesOf } from '../../test/network/vocabulary.js'
import type { Arrival } from './far-side.js'
import type { Reply } from './protocol.js'

/** What a client said of a conversion; `error` is a failure that names no outcome, `nothing` a call that never settled. */
export type Said = 'ok' | 'refused' | 'failed' | 'unknown' | 'error' | 'nothing'

/** One client, one fault, and what came of it. */
export interface Cell {
  readonly row: string
  readonly fault: FaultRow
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
  const whole = cell.arrivals.filter(({ isWhole }) => isWhole)
  const done = whole.reduce((sum, { act }) => sum + timesOf(factsOf(act)), 0)
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
  unsent: (cell) => isUnsent(cell.fault) && isUnclear(cell),
  undone: (cell) => !isUnsent(cell.fault) && isUnclear(cell),
}

/** The cells for which a figure counts. */
export const counted = (cells: readonly Cell[], figure: Figure): Cell[] =>
  cells.filter(holds[figure])

/** No byte of the request leaves, unless it leaves too late. */
export const isUnsent = (fault: FaultRow): boolean => endsOf(fault)[0] === 'not_sent'

const carriesOut = (act: FaultRow['acts'][number]): boolean => timesOf(factsOf(act)) > 0

/** What it carries out and does not answer, over HTTP/1.1; most clients take an error with 200 for a success. */
const isLost = (fault: FaultRow): boolean =>
  !(isUnsent(fault) || fault.overHttp2 || fault.answer === 'no success') &&
  fault.acts.some(carriesOut) &&
  factsOf(fault.acts.at(-1) ?? {}).answer !== 'given'

/** The figure that each control has to come out badly by, and in which faults, whatever it says. */
const due: Readonly<Record<string, readonly [Figure, isDue: (fault: FaultRow) => boolean]>> = {
  'retry-all': ['twice', (fault) => isLost(fault) && fault.acts.every(carriesOut)],
  'never-retry': ['untrue', isLost],
  // Not every machine can freeze a process.
  'always-unknown': ['unsent', (fault) => isUnsent(fault) && fault.before !== 'holds'],
}
export const controls = Object.keys(due)

/** The faults in which a control came out well, or was not tried: a run with one shows nothing. */
export function passed(control: string, faults: readonly FaultRow[], cells: readonly Cell[]) {
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
