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
 * Finds out at the service what became of a call; `at` is when the first attempt under its reference was recorded, or 1970
 * where the table may not know that.
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
   * The name of your account at the service: a call of another account is refused under the same reference.
   * @default the client's `baseUrl`
   */
  account: optional<string>(isName, aName),
  /**
   * Milliseconds that a row is leased for an attempt: at least twice `totalTimeout` of each call. Until then nobody else
   * sends the call, and that a look-up finds nothing proves nothing. @default 900_000
   */
  window: milliseconds(900_000),
  /**
   * Finds out at the service what became of a call, where no link of the provider's document can say it: `{ data }` with what
   * the call would have given, or with the list or page that has it; `'never_came'` where that is certain; else undefined.
   * What it finds has to prove itself, and counts at once; that a call never came counts once its lease is over, and the
   * same look-up finds others that have succeeded. A call waits for it as long as the call may take, `settle` for a
   * minute. @default the link `lookUp` of a client's `provider`
   */
  lookUp: aFunction<LookUp>(),
  /**
   * Whether a reference is looked up before it is sent, for a table that was restored or is new beside older orders: a call
   * that is found gets its answer, and one that nobody knows of is not sent (`SentBeforeError`). Needs a look-up.
   * @default false
   */
  lookUpFirst: flag(false),
  /**
   * Whether a gateway may send a request twice, or replace an error by a page of its own: then a call that was `rejected`
   * may have taken effect, so it is looked up as one that is `unknown`. @default false
   */
  gatewayRepeats: flag(false),
  /** Encrypts a body or an answer before it is written; `context` names its row. */
  encrypt: aFunction<Cipher>(),
  /** Decrypts it, and throws for a text of another `context`. */
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
  /** How many rows at most. @default 100 */
  limit: positive(100),
  /** The last row of the page before. */
  after: optional<{ readonly at: Date; readonly refId: string }>(
    (value) => memberOf(value, 'at') instanceof Date,
    'a row',
  ),
}

export const settleOptions = {
  /** How many look-ups are made at once. @default 5 */
  concurrency: positive(5),
  /** How many rows are looked up at most. @default all of them */
  limit: positive(Infinity),
  /** Begins no further look-up once it is aborted. */
  signal: optional<AbortSignal>(
    (value) => typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean',
    'an AbortSignal',
  ),
}

export const resolveOptions = {
  /** Who decides. */
  by: optional<string>(isText, 'a string'),
  /** Why. */
  note: optional<string>(isText, 'a string'),
}

/** Whether every database keeps a text as it is: without NUL and halves of a character, and not too long for an index. */
export const isIndexable = (text: string, length: number): boolean =>
  text.length <= length && !text.includes('\0') && !/\p{Cs}/u.test(text)
