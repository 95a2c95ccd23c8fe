import type { LookedUp, Values } from '../operation.js'
import {
  aFunction,
  flag,
  milliseconds,
  type Needed,
  needed,
  type Optional,
  optional,
} from '../shared/check-options.js'
import { isText, memberOf } from '../shared/json.js'
import { defaultTable, tableName } from './table.js'

/** Encrypts or decrypts a text that is valid only in its `context`: additional authenticated data, as AES-GCM takes them. */
export type Cipher = (text: string, context: string) => string | Promise<string>

/**
 * Asks the service for the outcome of a call; `at` is the record of the first attempt under its reference, or 1970 where the
 * table may not know that.
 */
export type LookUp = (
  refId: string,
  facts: {
    readonly operation: string
    readonly body: Values
    readonly at: Date
    readonly lease: Date
    readonly account: string
  },
) => LookedUp | Promise<LookedUp>

const isName = (value: unknown): boolean => isText(value) && isIndexable(value, 250)
const aName = 'a string of at most 250 characters of Unicode'

export const journalOptions = {
  /** Separates the rows of one tenant from those of others, who may use the same references. */
  partition: needed<string>(isName, aName),
  /**
   * The name of your account at the service: a call of another account is refused under the same reference. It stands for the
   * headers of the clients too, which may then change. @default the client's `baseUrl`, and its `headers`
   */
  account: optional<string>(isName, aName),
  /**
   * Milliseconds that a row is leased for an attempt: at least twice `totalTimeout` of each call. Until then no other process
   * sends the call, and an empty look-up proves nothing. @default 900_000
   */
  window: milliseconds(900_000),
  /**
   * Asks the service for the outcome of a call, where no link of the provider's document can: `{ data }` with the data of the
   * call, or with the list or page that has them; `'never_came'` where that is certain; else undefined. Data that are found
   * have to prove themselves, and count at once. `'never_came'` counts once the lease is over, and the same look-up finds the
   * calls beside it that have succeeded. A call waits for it as long as the call may take, `settle` for a minute.
   * @default the link `lookUp` of a client's `provider`
   */
  lookUp: aFunction<LookUp>(),
  /**
   * Whether a reference is looked up before it is sent, for a table that was restored or is new beside older orders: a call
   * that is found gets its answer; if the look-up proves nothing, it is not sent (`SentBeforeError`). Needs a look-up.
   * @default false
   */
  lookUpFirst: flag(false),
  /**
   * Whether a gateway may send a request twice, or replace an error by a page of its own: then a call that was `rejected`
   * may have taken effect, so it is looked up like an `unknown` call. @default false
   */
  gatewayRepeats: flag(false),
  /** Encrypts a body or an answer before it is written; `context` names its row. */
  encrypt: aFunction<Cipher>(),
  /** Decrypts such a text, and throws for a text of another `context`. */
  decrypt: aFunction<Cipher>(),
  /** Whether the table is made where it is missing; `false` makes that an error, as production wants it. @default true */
  create: flag(true),
  /** The name of the table, with its schema if you like. @default 'stablecoin_issuer_calls' */
  table: optional<string, string>(
    (value) => isText(value) && tableName.test(value),
    'a name of letters, digits and underscores',
    defaultTable,
  ),
}

/** Options of `openJournal`. */
export interface JournalOptions
  extends Needed<typeof journalOptions>, Optional<typeof journalOptions> {}

const positive = (byDefault: number) =>
  optional<number, number>(
    (value) => Number.isInteger(value) && Number(value) > 0,
    'a whole number, 1 or more',
    byDefault,
  )

export const listOptions = {
  /** The most rows that are listed. @default 100 */
  limit: positive(100),
  /** The last row of the page before. */
  after: optional<{ readonly at: Date; readonly refId: string }>(
    (value) => memberOf(value, 'at') instanceof Date,
    'a row',
  ),
}

export const settleOptions = {
  /** Look-ups that run at once. @default 5 */
  concurrency: positive(5),
  /** The most rows that are looked up. @default all of them */
  limit: positive(Infinity),
  /** No further look-up begins once the signal is aborted. */
  signal: optional<AbortSignal>(
    (value) => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
    'an AbortSignal',
  ),
}

export const resolveOptions = {
  /** The person who decides. */
  by: optional<string>(isText, 'a string'),
  /** The reason of the decision. */
  note: optional<string>(isText, 'a string'),
}

/** Whether every database keeps a text as it is: without NUL and halves of a character, and not too long for an index. */
export const isIndexable = (text: string, length: number): boolean =>
  text.length <= length && !text.includes('\0') && !/\p{Cs}/u.test(text)
