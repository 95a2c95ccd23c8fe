import type { CallState, JournalState } from '../call-context.js'
import type { LookedUp, Proof, Values } from '../operation.js'
import {
  aFunction,
  type Checked,
  flag,
  milliseconds,
  type Needed,
  needed,
  type Optional,
  optional,
} from '../shared/check-options.js'
import { isText } from '../shared/json.js'
import { type JournalDatabase, openTransaction, RefusedStatement, type Wait } from './databases.js'
import { defaultTable, statementsOf, type StoredRow, tableName } from './table.js'

/** Encrypts or decrypts a text that is valid only in its `context`: additional authenticated data, as AES-GCM takes them. */
export type Cipher = (text: string, context: string) => string | Promise<string>

interface Decision {
  readonly by?: string
  readonly note?: string
  /** The state before it. */
  readonly before: JournalState
  readonly at: string
}

export interface JournalRow {
  readonly refId: string
  readonly operation: string
  /** `unknown` as well where the lease of a pending call is over. */
  readonly state: JournalState
  /** The input of the call: parameters and the fields of the body. Empty where `error` says why it cannot be read. */
  readonly body: Values
  /** The data of a success. */
  readonly data?: unknown
  /** The id of the call that wrote the row. */
  readonly call: string
  /** When its last attempt was recorded, by the clock of the database. */
  readonly at: Date
  /** When its lease ends: until then, nobody else sends the call, and that nothing is found proves nothing. */
  readonly lease: Date
  /** The account at the service, by the option `account` or the base URL. */
  readonly account: string
  /** The status of the answer that the call failed with. */
  readonly status?: number
  /** The `code` of the error that it failed with. */
  readonly code?: string
  /** The decisions of people, the oldest first. */
  readonly decisions?: readonly Decision[]
  /** Why the row cannot be read. */
  readonly error?: unknown
}

/**
 * Finds out at the service what became of a call; `at` is when the first attempt under its reference was recorded, or 1970
 * where the table may not know that.
 */
export type LookUp = (
  refId: string,
  facts: Pick<JournalRow, 'operation' | 'body' | 'at' | 'lease' | 'account'>,
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

type Sealed = 'body' | 'data' | 'decisions'

export type Rows = ReturnType<typeof rowsIn>

export function rowsIn(
  database: JournalDatabase,
  options: Checked<typeof journalOptions>,
  table: string,
) {
  const { partition, gatewayRepeats, encrypt, decrypt } = options
  /** States in which a call may be recorded anew. */
  const free: JournalState[] = gatewayRepeats ? ['not_sent'] : ['not_sent', 'rejected']
  const statements = statementsOf(table, database, free)

  /** Runs a statement with the partition and these values, and gives the rows that it returns. */
  const run = async (
    statement: keyof typeof statements,
    values: readonly (string | number | null)[] = [],
    wait?: Wait,
  ): Promise<readonly StoredRow[]> => {
    const all = [partition, ...values]
    const rows = await database.run(statements[statement], all, wait)
    return rows as readonly StoredRow[]
  }

  /**
   * Whether the row is of this call, once something was written into it.
   * @throws RefusedStatement where that may be rolled back
   */
  const isWritten = async (reference: string, call: string, wait?: Wait): Promise<boolean> => {
    const row = await find(reference, wait)
    if (Number(row?.committed) === 0) throw new RefusedStatement(openTransaction)
    return row?.call === call
  }

  const find = async (reference: string, wait?: Wait): Promise<StoredRow | undefined> => {
    return (await run('find', [reference], wait))[0]
  }

  /**
   * Writes what others than its call found out; false where someone was faster, or its lease runs and proves nothing.
   * @throws RefusedStatement where that may be rolled back
   */
  const settle = async (
    row: StoredRow,
    state: JournalState,
    data?: object,
    decisions?: readonly object[],
  ): Promise<boolean> => {
    const { reference, call } = row
    const text = await seal(reference, 'data', JSON.stringify(data))
    const decided = await seal(reference, 'decisions', JSON.stringify(decisions))
    const values = [reference, call, state, text, row.state, decided]
    if ((await run('settle', values)).length === 0) return false
    return isWritten(reference, call)
  }

  /** The context keeps a text from being moved to another row. */
  const seal = async (
    reference: string,
    member: Sealed,
    text: string | undefined,
  ): Promise<string | null> => {
    if (text === undefined) return null
    return encrypt ? encrypt(text, contextOf(reference, member)) : text
  }

  /** The text of a member, empty where there is none. */
  const unseal = async (row: StoredRow, member: Sealed): Promise<string> => {
    const text = row[member] ?? ''
    return decrypt && isText(text) ? decrypt(text, contextOf(row.reference, member)) : text
  }

  const bodyOf = async (row: StoredRow): Promise<Values> => {
    return JSON.parse(await unseal(row, 'body')) as Values
  }

  const decisionsOf = async (row: StoredRow): Promise<readonly Decision[]> => {
    const text = await unseal(row, 'decisions')
    return JSON.parse(text || '[]') as readonly Decision[]
  }

  const toRow = async (row: StoredRow): Promise<JournalRow> => {
    const { reference: refId, operation, call, account, status, code } = row
    const facts = {
      refId,
      operation,
      state: row.shown,
      call,
      at: toDate(row.at),
      lease: toDate(row.lease),
      account,
      ...(status !== null && { status }),
      ...(code !== null && { code }),
    }
    try {
      const data = await unseal(row, 'data')
      const decisions = await decisionsOf(row)
      return {
        ...facts,
        body: await bodyOf(row),
        ...(data !== '' && { data: JSON.parse(data) as unknown }),
        ...(decisions.length > 0 && { decisions }),
      }
    } catch (error) {
      return { ...facts, body: {}, error }
    }
  }

  /** Without the operation, since a free row may get another one, and keeps its decisions. */
  const contextOf = (reference: string, member: Sealed): string =>
    JSON.stringify([partition, reference, member])

  return { options, free, run, find, isWritten, settle, seal, unseal, bodyOf, decisionsOf, toRow }
}

type StoredProof = Proof & Pick<CallState, 'hasOwnHeaders'> & { readonly key?: string }

/** How an answer to the call proves itself, and by what the service knows a request that is sent again, if it does. */
export const proofOf = ({ proof }: StoredRow): StoredProof => JSON.parse(proof) as StoredProof

export const isOver = ({ lease, now }: StoredRow): boolean => Number(lease) < Number(now)

/** Whether every database keeps a text as it is: without NUL and halves of a character, and not too long for an index. */
export const isIndexable = (text: string, length: number): boolean =>
  text.length <= length && !text.includes('\0') && !/\p{Cs}/u.test(text)

export const toDate = (milliseconds: number | string): Date => new Date(Number(milliseconds))
