import { findAnswer, OtherValues } from '../document/proof.js'
import { ClientError } from '../index.js'
import type { Reader } from '../operation.js'
import { isObject, memberOf } from '../shared/json.js'
import { summaryOf } from '../shared/summary.js'
import { accountHashOf } from './claiming.js'
import { decide, type Evidence } from './decide.js'
import type { Row } from './row.js'
import type { Rows } from './rows.js'

/** The fate of a row: `left` where the look-up says nothing, `passed` where another process was faster. */
export type Fate = 'succeeded' | 'never_came' | 'left' | 'passed'

/** What a look-up says of a row: the answer that was found, or the error that tells why nothing is proven. */
export interface Finding {
  readonly evidence: Evidence
  readonly answer?: object
  readonly error?: unknown
}

const minute = 60_000

/** The error of a look-up that finds no call and proves nothing by that. */
export class UnprovenError extends Error {}

const otherHeaders =
  'lookUp goes with other headers than this call, which may name another account: make the same call again, with its headers, or resolve it; give such headers to a client of their own'

/** The error of a look-up that may read another account than that of the call. */
class OtherAccountError extends UnprovenError {}

type Found = object | 'never_came' | undefined

/**
 * Looks calls up by the option `lookUp`, or else by the reader that is given with the row. `controls` keeps the look-ups of
 * neighbours, so that each neighbour is looked up once.
 */
export function lookUpsIn(rows: Rows, controls?: Map<string, Promise<Found>>) {
  const { window, lookUp, account: named } = rows.options

  /** Looks up a row by the reader that goes where its call went, until `decide` has no further step, and writes what is proven. */
  const settle = async (
    row: Row,
    readers: readonly Reader[],
  ): Promise<{ readonly fate: Fate; readonly finding: Finding }> => {
    let finding: Finding = { evidence: 'none yet' }
    const write = async (state: 'succeeded' | 'not_sent', fate: Fate, answer?: object) => {
      const isWritten = await rows.settle(row, state, answer)
      return { fate: isWritten ? fate : ('passed' as const), finding }
    }
    let reader: Reader | undefined
    try {
      reader = await readerOfAccount(row, readers)
    } catch (error) {
      // Without the body, nobody knows whose account a read would be of.
      finding = { evidence: 'failed', error }
    }
    // A read of another account proves nothing: it may find an order that is not this one.
    if (!reader && readers[0] && !lookUp && finding.evidence === 'none yet')
      finding = { evidence: 'elsewhere', error: new OtherAccountError(otherHeaders) }
    for (;;) {
      switch (decide(row, undefined, finding.evidence)) {
        case 'look up':
          finding = await look(row, reader)
          break
        case 'prove absence':
          finding = await proveAbsence(row, reader)
          break
        case 'write succeeded':
          return write('succeeded', 'succeeded', finding.answer)
        case 'write not_sent':
          return write('not_sent', 'never_came')
        default:
          return { fate: 'left', finding }
      }
    }
  }

  /** What the look-up says of a row. */
  const look = async (row: Row, reader?: Reader): Promise<Finding> => {
    try {
      const found = await find(row, reader)
      if (found === undefined) {
        const anyLookUp = lookUp ?? memberOf(reader?.operations ?? {}, row.operation)?.lookUp
        const error = new UnprovenError('there is no lookUp')
        return { evidence: 'silent', ...(!anyLookUp && row.isLeaseOver && { error }) }
      }
      if (found !== 'never_came') return { evidence: 'found', answer: found }
      const error = new UnprovenError(
        'lookUp finds nothing of it, though it was answered with a 2xx: ask your provider, and resolve it',
      )
      return { evidence: 'empty', ...(row.isAnswered && row.isLeaseOver && { error }) }
    } catch (cause) {
      const evidence = cause instanceof OtherValues ? 'other' : 'failed'
      return { evidence, error: lookUpError(cause) }
    }
  }

  /** What the neighbours of a row that is not found say, and then the look-up again: the read may have caught up in between. */
  const proveAbsence = async (row: Row, reader?: Reader): Promise<Finding> => {
    try {
      await assertSameAccount(row, reader)
      await assertControls(row, reader)
    } catch (error) {
      if (error instanceof OtherAccountError) return { evidence: 'elsewhere', error }
      if (error instanceof UnprovenError) return { evidence: 'unproven', error }
      return { evidence: 'failed', error: lookUpError(error) }
    }
    const again = await look(row, reader)
    return again.evidence === 'empty' ? { evidence: 'absent' } : again
  }

  /** Looks a call up, and proves the answer that is found; undefined where the look-up says nothing. */
  const find = async (row: Row, reader?: Reader): Promise<Found> => {
    const { reference, operation, account } = row
    const [at, lease] = [new Date(row.since ?? 0), new Date(row.lease)]
    const body = await rows.bodyOf(row)
    const lookingUp = lookUp
      ? lookUp(reference, { operation, body, at, lease, account })
      : reader?.follow(operation, body, row.isLeaseOver ? lease : undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    // A look-up that hangs fails after a minute, and its late result is ignored.
    const late = new Promise<never>((_, reject) => {
      const error = new Error('lookUp took too long')
      timer = setTimeout(reject, Math.min(window, minute), error)
    })
    const result = await Promise.race([lookingUp, late]).finally(() => clearTimeout(timer))
    if (result === undefined || result === 'never_came') return result
    return findAnswer(row.proof, body, dataOf(result)) ?? 'never_came'
  }

  /** The reader that goes with the headers of the call, and so reads its account. */
  const readerOfAccount = async (row: Row, readers: readonly Reader[]) => {
    const input = await rows.bodyOf(row)
    for (const reader of readers) {
      const operation = memberOf(reader.operations, row.operation)
      const hash =
        operation && accountHashOf(row.account, operation, input, reader, named !== undefined)
      if ((await hash) === row.accountHash) return reader
    }
    return undefined
  }

  /**
   * An empty answer counts only if the look-up reads where the call wrote: with its parameters and its headers. The option
   * `lookUp` gets the parameters, and no headers.
   * @throws UnprovenError where it may read another account
   */
  const assertSameAccount = async (row: Row, reader?: Reader): Promise<void> => {
    const refuse = (why: string): never => {
      throw new OtherAccountError(`lookUp finds nothing of it, ${why}`)
    }
    if (lookUp || !reader) {
      if (!row.proof.hasHeaders) return
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
  }

  /**
   * An empty answer counts only if the same look-up finds the neighbours of the call in its account: the last success before it
   * and the first success after it. A read that is behind, gives only the newest, or looks elsewhere does not find both.
   * @throws UnprovenError where a neighbour is not found, or the call has none
   */
  const assertControls = async (row: Row, reader?: Reader): Promise<void> => {
    const refuse = (why: string, cause?: unknown): never => {
      throw new UnprovenError(`lookUp finds nothing of it, ${why}`, { cause })
    }
    // A call from before a restore has no known time: its neighbour is the newest success.
    const { operation, accountHash: account_hash, at: last, since: first = last } = row
    const neighbours = await rows.read('neighbours', { operation, account_hash, first, last })
    if (neighbours.length === 0)
      refuse(
        'and no other call of its account has succeeded that shows that it would: wait for one, or resolve it',
      )
    for (const neighbour of neighbours) {
      const words = `but nor does it find ${neighbour.reference}, which has succeeded`
      const lookingUp = controls?.get(neighbour.reference) ?? find(neighbour, reader)
      controls?.set(neighbour.reference, lookingUp)
      const found = await lookingUp.catch((cause: unknown) =>
        refuse(`${words}: ${(cause as Error).message}`, cause),
      )
      if (!isObject(found))
        refuse(
          `${words}: it may be behind for longer than window, leave out old ones, or have another tenant, credential or filter; if that stays so, resolve it`,
        )
    }
  }
  return { find, settle }
}

/** The failure of a read as that of a look-up, without the outcome of the read: the call has its own. */
function lookUpError(cause: unknown): unknown {
  if (!ClientError.is(cause)) return cause
  return new Error(`its look-up failed: ${summaryOf(cause)}`, { cause })
}

/** The member `data` as JSON keeps it; undefined for any other value. */
export function dataOf(result: unknown): unknown {
  const data = memberOf(result, 'data')
  return data === undefined ? undefined : JSON.parse(JSON.stringify(data))
}
