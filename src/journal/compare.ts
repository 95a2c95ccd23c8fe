import type { CallContext } from '../call-context.js'
import { proofOf } from '../document/proof.js'
import type { Reader } from '../operation.js'
import { differences } from '../shared/json.js'
import { accountOf, hashOf } from './account.js'
import type { CallFacts } from './decide.js'
import { isLookedUp } from './retry-at.js'
import type { Row, StoredProof } from './row.js'
import type { Rows } from './rows.js'

/** A call that claims the row of its reference, with hashes of its account and of the key of its request. */
export interface Claiming {
  readonly call: CallContext
  readonly reader: Reader
  readonly account: string
  readonly key: string | undefined
  /** Whether it has yet to be looked up before it is sent, as after a restore. */
  readonly looksFirst: boolean
}

export async function claimingOf(
  { options }: Rows,
  call: CallContext,
  reader: Reader,
  account: string,
): Promise<Claiming> {
  const { operation, fields } = call
  const { key } = operation
  return {
    call,
    reader,
    account: await accountOf(account, operation, fields, reader, options.account !== undefined),
    key: key && (await hashOf([key.in, key.name, call.key])),
    looksFirst: options.lookUpFirst,
  }
}

/** What an answer has to be like to prove a call, as its row keeps it. */
export function storedProof({ call, reader, key }: Claiming): StoredProof {
  const hasHeaders = Object.keys(reader.ownHeaders).length > 0
  return { ...proofOf(call.operation, call.fields), key, hasHeaders }
}

/** What `decide` asks of a call beside a row, but for its input, which may be encrypted. */
export function factsOf(
  { options }: Rows,
  row: Row,
  one: Claiming,
  isUnsent: boolean,
): Omit<CallFacts, 'isOther'> {
  const { operation, limits } = one.call
  /** Whether the service knows the row's first attempt by this key, until the last attempt of a call that begins then is over. */
  const knowsAt = (time: number): boolean =>
    operation.key !== undefined &&
    row.proof.key === one.key &&
    row.since !== undefined &&
    Math.max(time, row.now) - row.since + options.window < operation.key.lifetime
  return {
    looksFirst: one.looksFirst,
    isUnsent,
    isKnownByKey: row.shown === 'unknown' && knowsAt(row.now),
    // The first call may be under way, for about as long as this call may take.
    isUnderWay: row.state === 'pending' && row.now < row.at + limits.totalTimeout,
    isSettled: isLookedUp(options, operation) || knowsAt(row.lease),
  }
}

/** The names of the values in which a call differs from that of the row. */
export async function differing(
  rows: Rows,
  row: Row,
  { call, account }: Claiming,
): Promise<string[]> {
  if (row.operation !== call.operation.id) return []
  const { varying = [] } = call.operation
  const names = differences(await rows.bodyOf(row), call.fields)
  const fields = names.filter((name) => !varying.includes(name))
  // Of the same input, only headers make another account.
  return fields.length === 0 && row.accountHash !== account ? ['headers'] : fields
}
