import { findAnswer } from '../document/find-answer.js'
// The main entry is imported and not bundled, so that a journal without a look-up goes without the client.
import { type Call, type ClientOptions, createClient, type Provider } from '../index.js'
import type { Operation, Read, Values } from '../operation.js'
import { differences, isObject, memberOf } from '../shared/json.js'
import { type LookUp, proofOf, type Rows, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** What became of a row: `left` where the look-up says nothing, `passed` where another process is at it or was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

/** A call that has succeeded. What was encrypted with a key that is gone is empty. */
interface Control {
  readonly row: StoredRow
  readonly body: Values
}

interface Check {
  readonly until: number
  /** The one first that shows best that a read is not behind. */
  readonly controls: Promise<readonly Control[]>
  /** Which of them are found, by their references, and when those were recorded. */
  readonly found: Map<string, Promise<boolean>>
  readonly shown: Set<number>
}

const minute = 60_000

/** Looks up what became of calls whose lease is over. */
export class LookUps {
  readonly #rows: Rows
  readonly #lifetime: number
  /** By operation and account. */
  readonly #checks = new Map<string, Check>()

  /** `lifetime`: milliseconds in which a control is looked up once. */
  constructor(rows: Rows, lifetime = Math.min(rows.options.window / 2, minute)) {
    this.#rows = rows
    this.#lifetime = lifetime
  }

  /**
   * Looks up a row, and writes what is found.
   * @throws what `lookUp` throws, and where nothing is proven
   */
  async settle(row: StoredRow): Promise<Fate> {
    const rows = this.#rows
    const { lookUp, window } = rows.options
    if (!lookUp) return 'left'
    const { reference, call, state, status } = row
    // Others leave the row to this look-up for as long as it may take.
    const time = Math.min(window, minute)
    const [own] = await rows.run('lookUp', [reference, call, time, state])
    if (!own) return 'passed'
    let fate: Fate = 'left'
    try {
      const result = await inTime(time, async () => {
        const first = await this.#find(row)
        // Where the answer was a success, neither is certain.
        if (first === 'never_came' && status !== null && status < 300) return undefined
        if (first === 'never_came') await this.#assertControl(row)
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

  /** Looks a call up, and proves what it finds; undefined where that says nothing. */
  async #find(row: StoredRow): Promise<object | 'never_came' | undefined> {
    const { reference, operation, since, lease, account } = row
    const body = await this.#rows.bodyOf(row)
    const facts = { operation, body, at: toDate(since), lease: toDate(lease), account }
    const result = await this.#rows.options.lookUp?.(reference, facts)
    if (result === undefined || result === 'never_came') return result
    const answer = findAnswer(proofOf(row), body, dataOf(result))
    const stray = answer ? undefined : Object.keys(result).find((name) => name !== 'data')
    if (stray !== undefined) throw new TypeError(`lookUp gave an empty list beside ${stray}`)
    return answer ?? 'never_came'
  }

  /**
   * Before it counts that a call is not found, the same look-up has to find one that has succeeded: a read that is behind, or
   * has another tenant, credential, filter or spelling of the reference, finds neither.
   * @throws Error where it does not find it, and what `lookUp` throws
   */
  async #assertControl(row: StoredRow): Promise<void> {
    const { operation, account, reference, at } = row
    const check = this.#checkOf(operation, account)
    const controls = await check.controls
    const [newest] = controls
    if (!newest) return
    const body = await this.#rows.bodyOf(row)
    const similar = controls.filter((one) => !isPlainer(one.row.reference, reference))
    await this.#assertFound(newest.row, check)
    // A read that does not see another profile, say, may find the newest one.
    const alike = covering(body, similar)
    for (const one of alike) await this.#assertFound(one.row, check)
    // Nor does one that gives the newest page alone show that it reaches as far back.
    const isNear = (time: number): boolean =>
      time <= Number(at) && Number(at) - time <= this.#rows.options.window
    const [before] = [...check.shown].some(isNear)
      ? []
      : await this.#rows.run('before', [operation, account, at])
    if (before) await this.#assertFound(before, check)
    if (alike.length === 0)
      throw new Error(
        `lookUp finds nothing of it, but ${newest.row.reference}, which it finds, is shorter or has plainer characters: a success with a reference like this one ends it, or resolve`,
      )
  }

  async #assertFound(control: StoredRow, check: Check): Promise<void> {
    const { reference, at } = control
    const isFound = check.found.get(reference) ?? this.#find(control).then(isObject)
    check.found.set(reference, isFound)
    // A failure says nothing about the next one.
    isFound.catch(() => check.found.delete(reference))
    const words = `lookUp finds nothing of it, but nor does it find ${reference}, which has succeeded`
    const isThere = await isFound.catch((cause: unknown) => {
      throw new Error(`${words}: ${(cause as Error).message}`, { cause })
    })
    if (!isThere)
      throw new Error(
        `${words}: it may be behind for longer than window, leave out old ones, or have another tenant, credential, filter or spelling of the reference; if that stays so, resolve it`,
      )
    check.shown.add(Number(at))
  }

  #checkOf(operation: string, account: string): Check {
    const key = JSON.stringify([operation, account])
    let check = this.#checks.get(key)
    if (!check || check.until < performance.now()) {
      const controls = this.#findControls(operation, account)
      const until = performance.now() + this.#lifetime
      check = { until, controls, found: new Map(), shown: new Set() }
      this.#checks.set(key, check)
      controls.catch(() => this.#checks.delete(key))
    }
    return check
  }

  async #findControls(...of: readonly [operation: string, account: string]): Promise<Control[]> {
    const { window } = this.#rows.options
    // Made after each call whose lease is over, or ends within the lifetime of this control.
    const age = window - Math.min(window / 2, minute)
    const first = await this.#rows.run('control', [...of, age])
    const rows = first[0] ? [...first, ...(await this.#rows.run('controls', of))] : []
    return Promise.all(
      rows.map(async (row) => ({ row, body: await this.#rows.bodyOf(row).catch(() => ({})) })),
    )
  }
}

/** A field that takes more values, such as an amount, is none by which a read leaves calls out. */
const maxValues = 10

/** The newest that can be read, and as few more as have each value of a body, or else its field, that one of them has. */
function covering(body: Values, controls: readonly Control[]): Control[] {
  const readable = controls.filter((one) => Object.keys(one.body).length > 0)
  const chosen = readable.slice(0, 1)
  for (const [name, value] of Object.entries(body)) {
    const having = readable.filter((one) => Object.hasOwn(one.body, name))
    const values = new Set(having.map((one) => JSON.stringify(one.body[name])))
    const same = having.filter((one) => differences(value, one.body[name]).length === 0)
    const alike = same[0] && values.size <= maxValues ? same : having
    if (alike[0] && !alike.some((one) => chosen.includes(one))) chosen.push(alike[0])
  }
  return chosen
}

/** What services and gateways write in another way: upper case, marks, characters that are not ASCII. */
const markOf = (one: string): string =>
  /[a-z\d_-]/.test(one) ? '' : /[A-Z]/.test(one) ? 'A' : /[!-~]/.test(one) ? one : 'ä'

/** Whether it shows nothing of how a reference is found that has other characters, or is cut. */
function isPlainer(control: string, reference: string): boolean {
  const shown = ['', ...Array.from(control, markOf)]
  const isShown = Array.from(reference, markOf).every((mark) => shown.includes(mark))
  const isRewritten = isOddNumber(reference) && !isOddNumber(control)
  return !isShown || isRewritten || reference.length > Math.max(control.length, 32)
}

/** Whether a service that reads it as a number writes it in another way, such as `007` or `1e5`. */
const isOddNumber = (text: string): boolean => ![text, 'NaN'].includes(String(Number(text)))

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

type LookUpOptions<Given extends Provider> = Omit<
  ClientOptions<Given>,
  'journal' | 'generateRefId' | 'provider'
> & {
  /** Your provider's document, with a link `lookUp` of the operations that the journal records. */
  readonly provider: Given
}

type Method = (input: Values, options: { readonly totalTimeout: number }) => Call<unknown>

/**
 * Makes the option `lookUp` of `openJournal`: it follows the link `lookUp` of your provider's document, with a client of
 * these options, and takes no longer than their `totalTimeout`. It says nothing of operations without such a link, and fails
 * for calls to another base URL, unless the journal names the `account`.
 * @throws TypeError when an option is wrong, or no operation has a link
 */
export function createLookUp<Given extends Provider>(options: LookUpOptions<Given>): LookUp {
  // JavaScript may leave the provider out.
  const { provider, totalTimeout = 30_000 } = options as Partial<LookUpOptions<Given>>
  const client = createClient(options) as Readonly<Record<string, Method>>
  // They are ours: only the type of a provider does not show it.
  const operations = (provider?.operations ?? {}) as Readonly<Record<string, Operation>>
  if (!Object.values(operations).some(({ lookUp }) => lookUp))
    throw new TypeError('createLookUp: no operation of this provider has a link called lookUp')
  const base = new URL(options.baseUrl).href.replace(/\/$/, '')
  return async (refId, { operation, body, lease, account }) => {
    // An account is the base URL of its clients, unless it has a name.
    if (/^https?:/.test(account) && account !== base)
      throw new Error(`${refId} was sent to ${account}, and is not looked up at ${base}`)
    const end = performance.now() + totalTimeout
    const read: Read = (id, input) => {
      const left = Math.max(end - performance.now(), 1)
      return (client[id] as Method)(input, { totalTimeout: left }).withResponse()
    }
    return memberOf(operations, operation)?.lookUp?.follow(read, body, lease)
  }
}
