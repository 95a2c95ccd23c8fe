import { findAnswer } from '../document/find-answer.js'
import { ClientError } from '../index.js'
import type { Follow } from '../operation.js'
import { isObject, memberOf } from '../shared/json.js'
import { isOver, proofOf, type Rows, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** The fate of a row: `left` where the look-up says nothing, `passed` where another process was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

const minute = 60_000

/** The error of a look-up that finds no call and proves nothing by that. */
export class UnprovenError extends Error {}

/** Whether the call was answered with a 2xx that proves no success: an empty look-up never settles it. */
export const isAnswered = ({ status }: StoredRow): boolean => status !== null && status < 300

type Found = object | 'never_came' | undefined

/**
 * Looks calls up by the option `lookUp`, or else by the function that is given with the row. `controls` keeps the look-ups of
 * neighbours, so that each neighbour is looked up once.
 */
export function lookUpsIn(rows: Rows, controls?: Map<string, Promise<Found>>) {
  const { window, lookUp } = rows.options

  /**
   * Looks up a row, and writes the result.
   * @throws the look-up's own error, and UnprovenError
   */
  const settle = async (row: StoredRow, follow?: Follow): Promise<Fate> => {
    let found = await find(row, follow)
    if (found === 'never_came') {
      // The call may still come within its lease.
      if (!isOver(row)) return 'left'
      if (isAnswered(row))
        throw new UnprovenError(
          'lookUp finds nothing of it, though it was answered with a 2xx: ask your provider, and resolve it',
        )
      await assertControls(row, follow)
      // The read may have caught up between the look-ups of the call and of its neighbours.
      found = await find(row, follow)
    }
    if (found === undefined) return 'left'
    const answer = found === 'never_came' ? undefined : found
    const isWritten = await rows.settle(row, answer ? 'succeeded' : 'not_sent', answer)
    if (!isWritten) return 'passed'
    return answer ? 'succeeded' : 'never_came'
  }

  /** Looks a call up, and proves the answer that is found; undefined where the look-up says nothing. */
  const find = async (row: StoredRow, follow?: Follow): Promise<Found> => {
    const { reference, operation, account } = row
    const [at, lease] = [toDate(row.since), toDate(row.lease)]
    const body = await rows.bodyOf(row)
    const finding = lookUp
      ? lookUp(reference, { operation, body, at, lease, account })
      : follow?.(operation, body, isOver(row) ? lease : undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    // A look-up that hangs fails after a minute, and its late result is ignored.
    const late = new Promise<never>((_, reject) => {
      const error = new Error('lookUp took too long')
      timer = setTimeout(reject, Math.min(window, minute), error)
    })
    const result = await Promise.race([finding, late]).finally(() => clearTimeout(timer))
    if (result === undefined || result === 'never_came') return result
    return findAnswer(proofOf(row), body, dataOf(result)) ?? 'never_came'
  }

  /**
   * An empty answer counts only if the same look-up finds the neighbours of the call: the last success before it and the
   * first success after it. A read that is behind, gives only the newest, or looks elsewhere does not find both.
   * @throws UnprovenError where a neighbour is not found, or the call has none
   */
  const assertControls = async (row: StoredRow, follow?: Follow): Promise<void> => {
    const refuse = (why: string, cause?: unknown): never => {
      throw new UnprovenError(`lookUp finds nothing of it, ${why}`, { cause })
    }
    if (Number(row.own_headers) > 0)
      refuse(
        'and goes without the headers that this call was given, which may name another account: resolve it; give such headers to a client of their own',
      )
    // A call from before a restore has no known time: its neighbour is the newest success.
    const since = Number(row.since) === 0 ? row.at : row.since
    const neighbours = await rows.run('neighbours', [row.operation, row.account, since, row.at])
    if (neighbours.length === 0)
      refuse(
        'and no other call has succeeded that shows that it would: wait for one, or resolve it',
      )
    for (const neighbour of neighbours) {
      const words = `but nor does it find ${neighbour.reference}, which has succeeded`
      const finding = controls?.get(neighbour.reference) ?? find(neighbour, follow)
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
    settle: (row: StoredRow, follow?: Follow): Promise<Fate> =>
      settle(row, follow).catch((cause: unknown) => {
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
