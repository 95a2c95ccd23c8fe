import { findAnswer } from '../document/find-answer.js'
// The main entry is imported and not bundled, so that a journal without a look-up goes without the client.
import { type Call, type ClientOptions, createClient, type Provider } from '../index.js'
import type { Operation, Read, Values } from '../operation.js'
import { differences, isObject, memberOf } from '../shared/json.js'
import { type LookUp, proofOf, type Rows, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** What became of a row: `left` where the look-up says nothing, `passed` where another process is at it or was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

/** A call that has succeeded, which a look-up has to find before an empty answer of it counts. */
interface Success extends StoredRow {
  /** Undefined where they were encrypted with a key that is gone. */
  readonly fields: Values | undefined
}

const minute = 60_000
/** How many successes on each side of a time are compared. */
const most = 100

/** Makes what looks up what became of a call whose lease is over. */
export function lookUpsIn(rows: Rows): (row: StoredRow) => Promise<Fate> {
  const { window, lookUp } = rows.options
  const limit = Math.min(window, minute)
  /** By operation and account, and what is found of each, by its reference: until then, by the clock of the database. */
  const controls = new Map<string, readonly Success[]>()
  const bodies = new Map<string, Promise<Values>>()
  const looked = new Map<string, Promise<unknown>>()
  let until = -Infinity
  /** How many look-ups of successes have ended. */
  let ended = 0

  /**
   * Looks up a row, and writes what is found.
   * @throws what `lookUp` throws, and where nothing is proven
   */
  const settle = async (row: StoredRow): Promise<Fate> => {
    if (!lookUp) return 'left'
    const { reference, call, state, status } = row
    // Others leave the row to this look-up for as long as it may take.
    const [isFree] = await rows.run('lookUp', [reference, call, state, limit])
    if (!isFree) return 'passed'
    let fate: Fate = 'left'
    try {
      const endedBefore = ended
      let result = await find(row)
      if (result === 'never_came') {
        // Where the answer was a success, neither is certain.
        if (status !== null && status < 300) return fate
        await assertControls(row)
        // The read was asked for a success since, and may have caught up before it found that one.
        if (ended > endedBefore) result = await find(row)
      }
      if (result === undefined) return fate
      const answer = result === 'never_came' ? undefined : result
      const isWritten = await rows.settle(row, answer ? 'succeeded' : 'not_sent', answer)
      fate = answer ? 'succeeded' : 'never_came'
      return isWritten ? fate : 'passed'
    } finally {
      if (fate === 'left') await rows.run('endLookUp', [reference, call, state])
    }
  }

  /** Looks a call up, and proves what it finds; undefined where that says nothing. */
  const find = async (row: StoredRow): Promise<object | 'never_came' | undefined> => {
    const { reference, operation, since, lease, account } = row
    const body = await rows.bodyOf(row)
    const facts = { operation, body, at: toDate(since), lease: toDate(lease), account }
    const finding = lookUp?.(reference, facts)
    let timer: ReturnType<typeof setTimeout> | undefined
    // What hangs is given up, and what it says later counts for nothing.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, limit, new Error('lookUp took too long'))
    })
    const result = await Promise.race([finding, late]).finally(() => clearTimeout(timer))
    if (result === undefined || result === 'never_came') return result
    const answer = findAnswer(proofOf(row), body, dataOf(result))
    const stray = answer ? undefined : Object.keys(result).find((name) => name !== 'data')
    if (stray !== undefined) throw new TypeError(`lookUp gave an empty list beside ${stray}`)
    // The list was empty, and whole.
    return answer ?? 'never_came'
  }

  /**
   * Before it counts that a call is not found, the same look-up has to find the successes that are most like it: whatever
   * one has in common with it, one that is found has as well. A read that is behind, gives the newest page alone, or has
   * another tenant, filter or spelling of the reference does not find them.
   * @throws Error where it does not find one, and what `lookUp` throws
   */
  const assertControls = async (row: StoredRow): Promise<void> => {
    if (proofOf(row).hasOwnHeaders)
      throw new Error(
        'lookUp finds nothing of it, and goes without the headers that this call was given, which may name another account: resolve it; give such headers to a client and a lookUp of their own',
      )
    const since = Number(row.since)
    const all = await controlsOf(row)
    if (all.length === 0) return
    // A request that was sent again may have been carried out at either time. Of one from before a restore, none is known.
    const times = [...new Set([since, since && Number(row.at)])]
    const near = (await Promise.all(times.map((time) => successesOf(row, time)))).flat()
    // The first after it and the last before it: nothing else shows what was hidden only then.
    const next = near.map((side) => side.find(({ fields }) => fields)?.reference)
    const body = await rows.bodyOf(row)
    // What was found of a first attempt may have been made then, whenever the last one was recorded.
    const newest = Math.max(...all.map((control) => Number(control.since)))
    const late = Math.min(Math.max(until - window, since), newest)
    const form = formOf(row.reference)
    const compared = [...near, all].flatMap((successes, place) =>
      successes.flatMap((success) => {
        const { reference, fields } = success
        if (!fields) return []
        // A number that grew by a digit is no other form.
        const shown = formOf(reference, reference.length + 1)
        // What finding it says nothing of.
        const lacks = [
          ...(Number(success.since) >= late ? [] : ['late']),
          ...near.flatMap((_, side) => (side === place ? [] : `side ${side}`)),
          ...form.filter((mark) => !shown.includes(mark)),
          ...differences(body, fields, false, 'body'),
          ...Object.keys(body).flatMap((name) =>
            Object.hasOwn(fields, name) ? [] : `has ${name}`,
          ),
        ]
        const isNext = next.includes(reference)
        // Of two that show the same, the one that is looked up already.
        const order = isNext ? -1 : lacks.length - Number(looked.has(reference)) / 2
        return { success, lacks, isNext, order }
      }),
    )
    const found: (readonly unknown[])[] = []
    for (const { success, lacks, isNext } of compared.sort((a, b) => a.order - b.order)) {
      // By one that lacks nothing else.
      const isShown = found.some((less) => less.every((name) => lacks.includes(name)))
      if (isShown && !isNext) continue
      await assertFound(success)
      found.push(lacks)
    }
    if (['late', ...form].some((mark) => found.every((lacks) => lacks.includes(mark))))
      throw new Error(
        'lookUp finds nothing of it, and no success that can be read shows that it would: some as new, with references as long and of such characters, end it, or resolve',
      )
  }

  const assertFound = async (success: StoredRow): Promise<void> => {
    const { reference } = success
    const words = `lookUp finds nothing of it, but nor does it find ${reference}, which has succeeded`
    const result = looked.get(reference) ?? find(success).finally(() => ended++)
    looked.set(reference, result)
    const found = await result.catch((cause: unknown) => {
      looked.delete(reference)
      throw new Error(`${words}: ${(cause as Error).message}`, { cause })
    })
    if (!isObject(found))
      throw new Error(
        `${words}: it may be behind for longer than window, leave out old ones, or have another tenant, credential, filter or spelling of the reference; if that stays so, resolve it`,
      )
  }

  /** Those next to a lease ago. */
  const controlsOf = async (row: StoredRow): Promise<readonly Success[]> => {
    const now = Number(row.now)
    if (now > until) {
      until = now + Math.min(window / 2, minute)
      controls.clear()
      bodies.clear()
      looked.clear()
    }
    // A call whose lease is over before `until` was recorded before this.
    const at = until - window
    const key = JSON.stringify([row.operation, row.account, at])
    const all = controls.get(key) ?? (await successesOf(row, at)).flat()
    // The first may come at any moment.
    if (all.length > 0) controls.set(key, all)
    return all
  }

  /** Those after a time, and those before it, the nearest first. */
  const successesOf = ({ operation, account }: StoredRow, at: number): Promise<Success[][]> => {
    const sides = (['later', 'earlier'] as const).map(async (side) => {
      const values = [operation, account, at, most]
      const read = (await rows.run(side, values)).map(async (one) => {
        const body = bodies.get(one.reference) ?? rows.bodyOf(one)
        bodies.set(one.reference, body)
        return { ...one, fields: await body.catch(() => undefined) }
      })
      return Promise.all(read)
    })
    return Promise.all(sides)
  }
  return settle
}

/** Lengths at which tables and forms cut a text. */
const cuts = [16, 20, 24, 30, 32, 35, 36, 40, 50, 64, 80, 100, 128, 140, 200, 255]

/**
 * What services and gateways write in another way, or cut: kinds of characters, which of them begin, end and follow each
 * other, numbers and words of JSON, and a length.
 */
function formOf(reference: string, length = reference.length): unknown[] {
  const kinds = Array.from(reference, (one) =>
    one
      // One character, for those of one alphabet beside ASCII.
      .replace(/[^ -~]/u, (other) => String.fromCharCode(256 + (other.charCodeAt(0) >> 8)))
      .replace(/[a-z]/, 'a')
      .replace(/[A-Z]/, 'A')
      .replace(/\d/, '0'),
  )
  const ends = `\n${kinds.join('').replace(/[A0]/g, 'a')}\n`
  const pairs = Array.from(ends, (_, at) => ends.slice(at, at + 2))
  const number = Number(reference)
  const marks = [
    ...kinds,
    ...pairs,
    ...cuts.filter((cut) => length > cut),
    ...(Number.isNaN(number) ? [] : [String(number) === reference]),
    ...(/^(?:true|false|null|undefined|nan)$/i.test(reference) ? ['word'] : []),
  ]
  return [...new Set(marks)]
}

/** The member `data` as JSON keeps it, whatever was given. */
export function dataOf(result: unknown): unknown {
  const data = memberOf(result, 'data')
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
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
  // A read may be repeated, though a gateway repeats what is sent.
  const reading = { ...options, maxRetries: options.maxRetries || undefined }
  const client = createClient(reading) as Readonly<Record<string, Method>>
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
