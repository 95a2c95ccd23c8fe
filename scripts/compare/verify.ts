import { factsOf } from '../../test/network/act.js'
import { violationsOf } from '../../test/network/violations.js'
import { timesOf } from '../../test/network/vocabulary.js'
import type { Reply } from './client-process.js'
import { type Fault, isUnsent } from './faults.js'

/** What a client said of a conversion; `error` is a failure that names no outcome, `nothing` a call that never settled. */
export type Said = 'ok' | 'refused' | 'failed' | 'unknown' | 'error' | 'nothing'

/** One client, one fault, and what came of it. */
export interface Cell {
  readonly row: string
  readonly fault: Fault
  readonly reply: Reply
  readonly said: Said
  /** How often the server carried the conversion out, by its log. */
  readonly done: number
}

/** The rule for every client alike: its own word, else by RFC 9110, section 15.5, a 4xx says that it was refused. */
export function saidBy({ settled, says, status = 0 }: Reply): Said {
  if (settled === undefined) return 'nothing'
  if (settled === 'resolved') return 'ok'
  return says ?? (status >= 400 && status < 500 ? 'refused' : 'error')
}

/** The words of a client in those of every suite: what it calls a failure, the caller takes for a refusal. */
const ends = { ok: 'ok', refused: 'rejected', failed: 'rejected' } as const
const isClear = (said: Said): said is keyof typeof ends => said in ends

const isViolated = ({ said, done }: Cell, pattern: RegExp): boolean => {
  const end = isClear(said) ? ends[said] : 'unknown'
  return violationsOf({ end }, { seen: done, done }).some((violation) => pattern.test(violation))
}
const isNeedless = ({ said, done }: Cell): boolean => done === 0 && !isClear(said)

const holds = {
  twice: (cell: Cell) => isViolated(cell, /^carried out twice$/),
  untrue: (cell: Cell) => isViolated(cell, /^(a success|rejected), but/),
  unsent: (cell: Cell) => isUnsent(cell.fault) && isNeedless(cell),
  undone: (cell: Cell) => !isUnsent(cell.fault) && isNeedless(cell),
}
export type Figure = keyof typeof holds

/** The cells for which a figure counts. */
export const counted = (cells: readonly Cell[], figure: Figure): Cell[] =>
  cells.filter(holds[figure])

const carriesOut = (act: Fault['acts'][number]): boolean => timesOf(factsOf(act)) > 0

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

/** The faults in which a control came out well, or was not tried: a run with one shows nothing. */
export function passed(control: string, faults: readonly Fault[], cells: readonly Cell[]) {
  const [figure, isDue] = due[control] ?? ['twice', () => true]
  const wrong = counted(cells, figure).map(({ fault }) => fault)
  return faults.filter((fault) => isDue(fault) && !wrong.includes(fault)).map(({ name }) => name)
}

/** Why a client's other cells do not count: it has to be right where nothing fails, and where it is plainly refused. */
export function unsound(cell: Cell): string[] {
  const { fault, said, done, reply } = cell
  const isRight = fault.name === '422' ? said !== 'ok' : said === 'ok' && done === 1
  return isRight ? [] : [`${sentenceOf(cell)} (${reply.what}): it does not work.`]
}

export const sentenceOf = ({ row, fault, said, done }: Cell): string =>
  `${row}, ${fault.name}: it said ${said}, carried out ${done} times`
