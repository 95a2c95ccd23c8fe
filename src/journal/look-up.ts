import { findAnswer } from '../document/find-answer.js'
import { ClientError } from '../index.js'
import type { Follow } from '../operation.js'
import { isObject, memberOf } from '../shared/json.js'
import { isOver, proofOf, type Rows, toDate } from './rows.js'
import type { StoredRow } from './table.js'

/** What became of a row: `left` where the look-up says nothing, `passed` where somebody else was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

const minute = 60_000

/** Why that a call is not found proves nothing. */
export class UnprovenError extends Error {}

type Found = object | 'never_came' | undefined

/**
 * Looks calls up by the option `lookUp`, or else by the function that is given with the row. `controls` keeps what the successes
 * next to a call gave, so that each is asked for once.
 */
export function lookUpsIn(rows: Rows, controls?: Map<string, Promise<Found>>) {
  const { window, lookUp } = rows.options

  /**
   * Looks up a row, and writes what is found.
   * @throws what the look-up throws, and where nothing is proven
   */
  const settle = async (row: StoredRow, follow?: Follow): Promise<Fate> => {
    let found = await find(row, follow)
    if (found === 'never_came') {
      // Within its lease it may still come. Where the answer was a success, neither is certain.
      if (!isOver(row) || (row.status !== null && row.status < 300)) return 'left'
      await assertControls(row, follow)
      // The read may have caught up between the two.
      found = await find(row, follow)
    }
    if (found === undefined) return 'left'
    const answer = found === 'never_came' ? undefined : found
    const isWritten = await rows.settle(row, answer ? 'succeeded' : 'not_sent', answer)
    if (!isWritten) return 'passed'
    return answer ? 'succeeded' : 'never_came'
  }

  /** Looks a call up, and proves what it finds; undefined where that says nothing. */
  const find = async (row: StoredRow, follow?: Follow): Promise<Found> => {
    const { reference, operation, account } = row
    const [at, lease] = [toDate(row.since), toDate(row.lease)]
    const body = await rows.bodyOf(row)
    const finding = lookUp
      ? lookUp(reference, { operation, body, at, lease, account })
      : follow?.(operation, body, isOver(row) ? lease : undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    // What hangs is given up, and what it says later counts for nothing.
    const late = new Promise<never>((_, reject) => {
      const error = new Error('lookUp took too long')
      timer = setTimeout(reject, Math.min(window, minute), error)
    })
    const result = await Promise.race([finding, late]).finally(() => clearTimeout(timer))
    if (result === undefined || result === 'never_came') return result
    return findAnswer(proofOf(row), body, dataOf(result)) ?? 'never_came'
  }

  /**
   * Before it counts that a call is not found, the same look-up has to find its neighbours: the last call that succeeded
   * before it, and the first one after it. A read that is behind, gives the newest alone, or looks elsewhere finds not both.
   * @throws UnprovenError where it does not find one, or there is none
   */
  const assertControls = async (row: StoredRow, follow?: Follow): Promise<void> => {
    const refuse = (why: string, cause?: unknown): never => {
      throw new UnprovenError(`lookUp finds nothing of it, ${why}`, { cause })
    }
    if (Number(row.own_headers) > 0)
      refuse(
        'and goes without the headers that this call was given, which may name another account: resolve it; give such headers to a client of their own',
      )
    // Of a call from before a restore, nobody knows when it was sent: the newest success is its neighbour.
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

/** The failure of a read as that of a look-up: the outcome of the read is not that of the call. */
function lookUpError(cause: unknown): unknown {
  if (!ClientError.is(cause)) return cause
  return new Error(`its look-up failed: ${cause.message.split('; outcome ')[0]}`, { cause })
}

/** The member `data` as JSON keeps it, whatever was given. */
export function dataOf(result: unknown): unknown {
  const data = memberOf(result, 'data')
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
}
