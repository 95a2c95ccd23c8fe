import type { Body, JournalRow, Rows } from './rows.js'
import type { StoredRow } from './table.js'

/** The result of a look-up: what the service has, the fact that nothing came, or nothing while neither is certain. */
export type LookedUp =
  | {
      /** What the call would have given. */
      readonly data: object
    }
  | 'never_came'
  | undefined

/** Finds out at the service what became of a call. */
export type LookUp = (
  refId: string,
  facts: Pick<JournalRow, 'body' | 'at'>,
) => LookedUp | Promise<LookedUp>

/** What became of a row: `left` where the look-up says nothing, undefined where another process was faster. */
export type Fate = 'succeeded' | 'not_sent' | 'left' | undefined

/** Looks up a row whose lease is over, and writes what it finds. @throws what `lookUp` throws */
export async function settleRow(
  rows: Rows,
  row: StoredRow,
  lookUp: LookUp | undefined,
): Promise<Fate> {
  const body = await rows.bodyOf(row)
  const found = await lookUp?.(row.reference, { body, at: new Date(Number(row.at)) })
  if (found === undefined) return 'left'
  const isWritten = await (found === 'never_came'
    ? rows.settle(row, 'not_sent')
    : keepData(rows, row, body, found))
  if (!isWritten) return undefined
  return found === 'never_came' ? 'not_sent' : 'succeeded'
}

/** Writes that the call succeeded, with its data. @throws TypeError for data that are not those of the call */
export async function keepData(
  rows: Rows,
  row: StoredRow,
  body: Body,
  found: unknown,
): Promise<boolean> {
  const { data } = (found ?? {}) as { readonly data?: unknown }
  if (typeof data !== 'object' || data === null) throw new TypeError('lookUp must find an object')
  const { reference } = row
  // A service that ignores a filter answers with the newest that it has.
  const names = Object.keys(body).filter((name) => body[name] === reference)
  const isOther = (name: string): boolean =>
    Object.hasOwn(data, name) && (data as Body)[name] !== reference
  if (names.length > 0 && names.every(isOther))
    throw new TypeError(`lookUp found another ${names.join()}`)
  return rows.settle(row, 'succeeded', await rows.seal(row, 'data', JSON.stringify(data)))
}
