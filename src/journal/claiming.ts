import type { CallContext } from '../call-context.js'
import { proofOf } from '../document/proof.js'
import type { Operation, Reader, Values } from '../operation.js'
import { differences, memberOf } from '../shared/json.js'
import type { CallFacts, Step } from './decide.js'
import type { Row, StoredProof } from './row.js'
import type { Rows } from './rows.js'

/** A call that claims the row of its reference, with hashes of its account and of the key of its request. */
export interface Claiming {
  readonly call: CallContext
  readonly reader: Reader
  readonly accountHash: string
  readonly keyHash: string | undefined
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
    accountHash: await accountHashOf(
      account,
      operation,
      fields,
      reader,
      options.account !== undefined,
    ),
    keyHash: key && (await hashOf([key.in, key.name, call.key])),
    looksFirst: options.lookUpFirst,
  }
}

/** What an answer has to be like to prove a call, as its row keeps it. */
export function storedProof({ call, reader, keyHash }: Claiming): StoredProof {
  const hasHeaders = Object.keys(reader.ownHeaders).length > 0
  return { ...proofOf(call.operation, call.fields), key: keyHash, hasHeaders }
}

/** What `decide` asks of a call beside a row, but for its input, which may be encrypted. */
export function factsOf(
  { options }: Rows,
  row: Row,
  { call, keyHash, looksFirst }: Claiming,
  isUnsent: boolean,
): Omit<CallFacts, 'isOther'> {
  const { operation, limits } = call
  /** Whether a service still knows the row's first attempt by the key of the call, when a call that begins at this time ends. */
  const knowsAt = (time: number): boolean =>
    operation.key !== undefined &&
    row.proof.key === keyHash &&
    row.since !== undefined &&
    Math.max(time, row.now) - row.since + options.window < operation.key.lifetime
  return {
    looksFirst,
    isUnsent,
    isKnownByKey: row.shown === 'unknown' && knowsAt(row.now),
    // The first call may be under way, for about as long as this call may take.
    isUnderWay: row.state === 'pending' && row.now < row.at + limits.totalTimeout,
    endsByItself: hasLookUp(options, operation) || knowsAt(row.lease),
  }
}

/** The names of the values in which a call differs from that of the row. */
export async function differing(
  rows: Rows,
  row: Row,
  { call, accountHash }: Claiming,
): Promise<string[]> {
  if (row.operation !== call.operation.id) return []
  const { varying = [] } = call.operation
  const names = differences(await rows.bodyOf(row), call.fields)
  const fields = names.filter((name) => !varying.includes(name))
  // Of the same input, only headers make another account.
  return fields.length === 0 && row.accountHash !== accountHash ? ['headers'] : fields
}

/**
 * The account of a call as one value: the account at the service, the parameters and the fields by which the request names it,
 * and the headers of the client and of the call that may name it. The option `account`, if it `isNamed`, stands for the headers
 * of the client. A hash, since headers are secret and a row may be encrypted.
 */
export function accountHashOf(
  account: string,
  { account: paths = [], parameters = [] }: Operation,
  input: Values,
  { headers, ownHeaders }: Pick<Reader, 'headers' | 'ownHeaders'>,
  isNamed: boolean,
): Promise<string> {
  const parts = paths.map((path) => path.reduce<unknown>(memberOf, input))
  const others = { ...(!isNamed && headers), ...ownHeaders }
  // A parameter replaces the client's header of its name.
  for (const { in: place, name } of parameters)
    if (place === 'header' && memberOf(input, name) !== undefined)
      Reflect.deleteProperty(others, name.toLowerCase())
  return hashOf([account, parts, Object.entries(others).sort()])
}

async function hashOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
}

/** Whether something looks up the calls of an operation: the option `lookUp`, or a link. */
export const hasLookUp = ({ lookUp }: Rows['options'], operation: Operation): boolean =>
  (lookUp ?? operation.lookUp) !== undefined

/** Whether a look-up or a key can end a row without a person. */
export const endsByItself = (options: Rows['options'], operation: Operation): boolean =>
  hasLookUp(options, operation) || operation.key !== undefined

/** The time of a step by the clock of this process. */
export function timeOf(
  step: Step,
  { at, lease, now }: Readonly<Record<'at' | 'lease' | 'now', number>>,
  window: number,
  { totalTimeout }: CallContext['limits'],
): Date | undefined {
  if (typeof step !== 'object') return undefined
  const times = {
    'end of the call': at + totalTimeout,
    'end of the lease': lease,
    // The answer waits for a read to catch up, or for another call to succeed.
    'next look': now + window / 10,
  }
  return new Date(Date.now() + times[step.wait] - now + 1)
}
