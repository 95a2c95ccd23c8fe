import { isText } from '../shared/json.js'
import type { JournalDatabase } from './databases.js'
import { type JournalState, statementsOf, type StoredRow } from './table.js'

/** Encrypts or decrypts a text that is valid only in its `context`: additional authenticated data, as AES-GCM takes them. */
export type Cipher = (text: string, context: string) => string | Promise<string>

/** The input of a call: parameters and the fields of the body. */
export type Body = Readonly<Record<string, unknown>>

/** A recorded call. */
export interface JournalRow {
  /** The caller's own reference. */
  readonly refId: string
  /** The operationId. */
  readonly operation: string
  /** `unknown` as well where the lease of a pending call is over. */
  readonly state: JournalState
  /** The input of the call: parameters and the fields of the body. */
  readonly body: Body
  /** The data of a success. */
  readonly data?: unknown
  /** The id of the call that wrote the row. */
  readonly call: string
  /** When its last attempt was recorded, by the clock of the database. */
  readonly at: Date
}

/** What names a row, beside its partition. */
export interface Key {
  readonly reference: string
  readonly operation: string
}

interface RowOptions {
  readonly partition: string
  readonly table: string
  readonly refusalsAreFinal: boolean
  readonly encrypt: Cipher | undefined
  readonly decrypt: Cipher | undefined
}

/** The rows of one partition. */
export class Rows {
  /** States in which a call may be recorded anew. */
  readonly free: readonly JournalState[]
  readonly #database: JournalDatabase
  readonly #options: RowOptions
  readonly #sql: ReturnType<typeof statementsOf>

  constructor(database: JournalDatabase, options: RowOptions) {
    this.#database = database
    this.#options = options
    this.free = options.refusalsAreFinal ? ['not_sent', 'rejected'] : ['not_sent']
    this.#sql = statementsOf(options.table, database.now, this.free)
  }

  /** Runs a statement with the partition and these values, and gives the rows that it returns. */
  async run(
    statement: keyof ReturnType<typeof statementsOf>,
    ...values: (string | number | null)[]
  ): Promise<readonly StoredRow[]> {
    const rows = await this.#database.run(this.#sql[statement], [
      this.#options.partition,
      ...values,
    ])
    return rows as readonly StoredRow[]
  }

  /** Writes what others than its call found out; false where someone was faster, or a lease runs. */
  async settle(row: StoredRow, state: JournalState, data: string | null = null): Promise<boolean> {
    const { reference, call } = row
    const rows = await this.run('settle', reference, call, state, data, row.state)
    return rows.length > 0
  }

  /** The context keeps a text from being moved to another row. */
  async seal(row: Key, member: 'body' | 'data', text: string): Promise<string> {
    const { encrypt } = this.#options
    return encrypt ? encrypt(text, this.#contextOf(row, member)) : text
  }

  async unseal(row: StoredRow, member: 'body' | 'data'): Promise<string> {
    const { decrypt } = this.#options
    const text = row[member] ?? ''
    return decrypt && isText(text) ? decrypt(text, this.#contextOf(row, member)) : text
  }

  async bodyOf(row: StoredRow): Promise<Body> {
    return JSON.parse(await this.unseal(row, 'body')) as Body
  }

  async toRow(row: StoredRow): Promise<JournalRow> {
    const { reference: refId, operation, call, at, data } = row
    const state = row.state === 'pending' && isOver(row) ? 'unknown' : row.state
    const body = await this.bodyOf(row)
    const text = data === null ? undefined : await this.unseal(row, 'data')
    const read = text === undefined ? {} : { data: JSON.parse(text) as unknown }
    return { refId, operation, state, body, call, at: new Date(Number(at)), ...read }
  }

  #contextOf({ reference, operation }: Key, member: 'body' | 'data'): string {
    return JSON.stringify([this.#options.partition, reference, operation, member])
  }
}

/** Whether the lease is over. */
export function isOver({ remaining }: StoredRow): boolean {
  return Number(remaining) < 0
}

/** When the lease ends, for a message: by the clock of the database. */
export function leaseEnd({ lease }: StoredRow): string {
  return new Date(Number(lease)).toISOString()
}
