import { findAnswer } from '../document/find-answer.js'
import { isObject } from '../shared/json.js'
import { type JournalRow, proofOf, type Rows, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** The result of a look-up: what the service has, the fact that nothing came, or nothing while neither is certain. */
export type LookedUp =
  | {
      /** What the call would have given; a list, or an object with one list, that has it, or that is empty. */
      readonly data: object
    }
  | 'never_came'
  | undefined

/**
 * Finds out at the service what became of a call; `at` is when the first attempt under its reference was recorded, or 1970
 * where the table may not know that.
 */
export type LookUp = (
  refId: string,
  facts: Pick<JournalRow, 'operation' | 'body' | 'at' | 'lease' | 'account'>,
) => LookedUp | Promise<LookedUp>

/** What became of a row: `left` where the look-up says nothing, `passed` where another process is at it or was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

export interface LookUpOptions {
  readonly lookUp: LookUp | undefined
  readonly window: number
}

/** Looks a call up, and proves what it finds; undefined where that says nothing. */
type Find = (row: StoredRow) => Promise<object | 'never_came' | undefined>

const minute = 60_000

/**
 * Calls that have succeeded, which a look-up has to find before it counts that it does not find another one: a read that is
 * behind, or has another tenant, credential, filter or spelling of the reference, finds neither.
 */
export class Controls {
  readonly #rows: Rows
  readonly #window: number
  readonly #lifetime: number
  /** By operation and account: until when it counts, and why the control was not found. */
  readonly #checks = new Map<
    string,
    readonly [until: number, problem: Promise<string | undefined>]
  >()

  /** `lifetime`: milliseconds in which a control is looked up once. */
  constructor(rows: Rows, window: number, lifetime = Math.min(window / 2, minute)) {
    this.#rows = rows
    this.#window = window
    this.#lifetime = lifetime
  }

  /** @throws Error where the control of a call is not found, and what `find` throws */
  async assertFound({ operation, account }: StoredRow, find: Find): Promise<void> {
    const key = JSON.stringify([operation, account])
    let [until, problem] = this.#checks.get(key) ?? [0]
    if (problem === undefined || until < performance.now()) {
      problem = this.#check(operation, account, find)
      until = performance.now() + this.#lifetime
      this.#checks.set(key, [until, problem])
      // A failure says nothing about the next one.
      problem.catch(() => this.#checks.delete(key))
    }
    const why = await problem
    if (why !== undefined) throw new Error(why)
  }

  async #check(operation: string, account: string, find: Find): Promise<string | undefined> {
    // Made after each call whose lease is over, or ends within the lifetime of this control.
    const age = this.#window - Math.min(this.#window / 2, minute)
    const [control] = await this.#rows.run('control', [operation, account, age])
    if (!control || isObject(await find(control))) return undefined
    return `lookUp finds nothing of it, but nor does it find ${control.reference}, which has succeeded: it may be behind for longer than window, or have another tenant, credential, filter or spelling of the reference`
  }
}

/**
 * Looks up a row whose lease is over, and writes what it finds.
 * @throws what `lookUp` throws, and where nothing is proven
 */
export async function settleRow(
  rows: Rows,
  row: StoredRow,
  { lookUp, window }: LookUpOptions,
  controls: Controls,
): Promise<Fate> {
  if (!lookUp) return 'left'
  const find: Find = async (one) => {
    const { reference, operation, since, lease, account } = one
    const body = await rows.bodyOf(one)
    const facts = { operation, body, at: toDate(since), lease: toDate(lease), account }
    const result = await lookUp(reference, facts)
    if (result === undefined || result === 'never_came') return result
    return findAnswer(proofOf(one), body, dataOf(result)) ?? 'never_came'
  }
  const { reference, call, state } = row
  // Others leave the row to this look-up for as long as it may take.
  const time = Math.min(window, minute)
  const [own] = await rows.run('lookUp', [reference, call, time, state])
  if (!own) return 'passed'
  let fate: Fate = 'left'
  try {
    const result = await inTime(time, async () => {
      const first = await find(row)
      if (first === 'never_came') await controls.assertFound(row, find)
      return first
    })
    if (result === undefined) return fate
    const answer = result === 'never_came' ? undefined : result
    const isWritten = await rows.settle(row, answer ? 'succeeded' : 'not_sent', answer)
    fate = answer ? 'succeeded' : 'never_came'
    return isWritten ? fate : 'passed'
  } finally {
    if (fate === 'left') await rows.run('endLookUp', [reference, call, own.look_up])
  }
}

/** The member `data` as JSON keeps it, whatever was given. */
export function dataOf(result: unknown): unknown {
  const { data } = (result ?? {}) as { readonly data?: unknown }
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
}

/** What hangs is given up, and what it says later counts for nothing. */
async function inTime<Result>(time: number, run: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, time, new Error('lookUp took too long'))
  })
  return Promise.race([run(), late]).finally(() => clearTimeout(timer))
}
