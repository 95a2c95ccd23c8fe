import { isObject } from '../shared/json.js'
import type { Rows } from './rows.js'
import type { StoredRow } from './table.js'

/** Looks a call up, and proves what it finds; undefined where that says nothing. */
export type Find = (row: StoredRow) => Promise<object | 'never_came' | undefined>

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
  readonly #known = new Map<
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
    let [until, problem] = this.#known.get(key) ?? [0]
    if (problem === undefined || until < performance.now()) {
      problem = this.#check(operation, account, find)
      until = performance.now() + this.#lifetime
      this.#known.set(key, [until, problem])
      // A failure says nothing about the next one.
      problem.catch(() => this.#known.delete(key))
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
