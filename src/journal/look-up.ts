import { findAnswer } from '../document/find-answer.js'
import { ClientError } from '../index.js'
import type { Reader } from '../operation.js'
import { isObject, memberOf } from '../shared/json.js'
import { accountOf } from './account.js'
import { isOver, type Rows, storedProof, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** The fate of a row: `left` where the look-up says nothing, `passed` where another process was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

const minute = 60_000

/** The error of a look-up that finds no call and proves nothing by that. */
export class UnprovenError extends Error {
  /** Whether it stays so until a person decides. */
  readonly isForPeople: boolean = false
}

/** The error of a look-up that may read another account than that of the call. */
class OtherAccountError extends UnprovenError {
  override readonly isForPeople = true
}

/** Whether the call was answered with a 2xx that proves no success: an empty look-up never settles it. */
export const isAnswered = ({ status }: StoredRow): boolean => status !== null && status < 300

type Found = object | 'never_came' | undefined

/**
 * Looks calls up by the option `lookUp`, or else by the reader that is given with the row. `controls` keeps the look-ups of
 * neighbours, so that each neighbour is looked up once.
 */
export function lookUpsIn(rows: Rows, controls?: Map<string, Promise<Found>>) {
  const { window, lookUp, account: named } = rows.options

  /**
   * Looks up a row by the reader that goes where its call went, else by the first, and writes the result.
   * @throws the look-up's own error, and UnprovenError
   */
  const settle = async (row: StoredRow, readers: readonly Reader[]): Promise<Fate> => {
    const reader = (await readerOf(row, readers)) ?? readers[0]
    let found = await find(row, reader)
    if (found === 'never_came') {
      // The call may still come within its lease.
      if (!isOver(row)) return 'left'
      if (isAnswered(row))
        throw new UnprovenError(
          'lookUp finds nothing of it, though it was answered with a 2xx: ask your provider, and resolve it',
        )
      await assertSameAccount(row, reader)
      await assertControls(row, reader)
      // The read may have caught up between the look-ups of the call and of its neighbours.
      found = await find(row, reader)
    }
    if (found === undefined) return 'left'
    const answer = found === 'never_came' ? undefined : found
    const isWritten = await rows.settle(row, answer ? 'succeeded' : 'not_sent', answer)
    if (!isWritten) return 'passed'
    return answer ? 'succeeded' : 'never_came'
  }

  /** Looks a call up, and proves the answer that is found; undefined where the look-up says nothing. */
  const find = async (row: StoredRow, reader?: Reader): Promise<Found> => {
    const { reference, operation, account } = row
    const [at, lease] = [toDate(row.since), toDate(row.lease)]
    const body = await rows.bodyOf(row)
    const finding = lookUp
      ? lookUp(reference, { operation, body, at, lease, account })
      : reader?.follow(operation, body, isOver(row) ? lease : undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    // A look-up that hangs fails after a minute, and its late result is ignored.
    const late = new Promise<never>((_, reject) => {
      const error = new Error('lookUp took too long')
      timer = setTimeout(reject, Math.min(window, minute), error)
    })
    const result = await Promise.race([finding, late]).finally(() => clearTimeout(timer))
    if (result === undefined || result === 'never_came') return result
    return findAnswer(storedProof(row), body, dataOf(result)) ?? 'never_came'
  }

  /** The reader that goes with the headers of the call, and so reads its account. */
  const readerOf = async (row: StoredRow, readers: readonly Reader[]) => {
    const input = await rows.bodyOf(row)
    for (const reader of readers) {
      const operation = memberOf(reader.operations, row.operation)
      const account =
        operation && accountOf(row.account, operation, input, reader, named !== undefined)
      if ((await account) === row.account_hash) return reader
    }
    return undefined
  }

  /**
   * An empty answer counts only if the look-up reads where the call wrote: with its parameters and its headers. The option
   * `lookUp` gets the parameters, and no headers.
   * @throws UnprovenError where it may read another account
   */
  const assertSameAccount = async (row: StoredRow, reader?: Reader): Promise<void> => {
    const refuse = (why: string): never => {
      throw new OtherAccountError(`lookUp finds nothing of it, ${why}`)
    }
    if (row.account_hash === null)
      refuse('and an earlier version wrote its row, without its account: resolve it')
    if (lookUp || !reader) {
      if (!storedProof(row).hasHeaders) return
      return refuse(
        'and goes without the headers that this call was given, which may name another account: resolve it; give such headers to a client of their own',
      )
    }
    const link = memberOf(reader.operations, row.operation)?.lookUp
    const input = await rows.bodyOf(row)
    const missing = link?.lacks?.filter(
      (name) => (memberOf(input, name) ?? undefined) !== undefined,
    )
    if (missing?.[0] !== undefined)
      refuse(
        `but ${link?.operation} takes no ${missing.join(' and no ')}, so an empty list is no proof: describe the parameter at that read, or resolve the call`,
      )
    if (!(await readerOf(row, [reader])))
      refuse(
        'and goes with other headers than this call, which may name another account: make the same call again, with its headers, or resolve it',
      )
  }

  /**
   * An empty answer counts only if the same look-up finds the neighbours of the call in its account: the last success before it
   * and the first success after it. A read that is behind, gives only the newest, or looks elsewhere does not find both.
   * @throws UnprovenError where a neighbour is not found, or the call has none
   */
  const assertControls = async (row: StoredRow, reader?: Reader): Promise<void> => {
    const refuse = (why: string, cause?: unknown): never => {
      throw new UnprovenError(`lookUp finds nothing of it, ${why}`, { cause })
    }
    // A call from before a restore has no known time: its neighbour is the newest success.
    const since = Number(row.since) === 0 ? row.at : row.since
    const values = [row.operation, row.account_hash, since, row.at]
    const neighbours = await rows.run('neighbours', values)
    if (neighbours.length === 0)
      refuse(
        'and no other call of its account has succeeded that shows that it would: wait for one, or resolve it',
      )
    for (const neighbour of neighbours) {
      const words = `but nor does it find ${neighbour.reference}, which has succeeded`
      const finding = controls?.get(neighbour.reference) ?? find(neighbour, reader)
      controls?.set(neighbour.reference, finding)
      const found = await finding.catch((cause: unknown) =>
        refuse(`${words}: ${(cause as Error).message}`, cause),
      )
      if (!isObject(found))
        refuse(
          `${words}: it may be behind for longer than window, leave out old ones, or have another tenant, credential or filter; if that stays so, resolve it`,
        )
    }
  }
  return {
    find,
    settle: (row: StoredRow, ...readers: readonly Reader[]): Promise<Fate> =>
      settle(row, readers).catch((cause: unknown) => {
        throw lookUpError(cause)
      }),
  }
}

/** The failure of a read as that of a look-up, without the outcome of the read: the call has its own. */
function lookUpError(cause: unknown): unknown {
  if (!ClientError.is(cause)) return cause
  return new Error(`its look-up failed: ${cause.message.split('; outcome ')[0]}`, { cause })
}

/** The member `data` as JSON keeps it; undefined for any other value. */
export function dataOf(result: unknown): unknown {
  const data = memberOf(result, 'data')
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
}
