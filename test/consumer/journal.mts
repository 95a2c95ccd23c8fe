/** A journal over databases of one's own. Compiled against src/ and the installed package, never run. */
import { type AnyClientError, createClient, createFetch } from 'stablecoin-issuer-api'
import {
  type Journal,
  type JournalRow,
  type JournalState,
  journalTable,
  openJournal,
  postgres,
  sqlite,
} from 'stablecoin-issuer-api/journal'

interface Pool {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number }>
}
interface Database {
  prepare(sql: string): { all(...values: unknown[]): unknown[]; run(...values: unknown[]): object }
}

export async function use(pool: Pool, db: Database): Promise<readonly string[]> {
  const journal: Journal = await openJournal(postgres(pool), {
    partition: 'acme-us',
    lookUp: async (refId, { body, at }) => {
      const answer = await fetch(`https://api.example.com/${refId}?since=${at.toISOString()}`)
      if (answer.status === 404) return body['amount'] === '1' ? 'never_came' : undefined
      return { data: (await answer.json()) as object }
    },
    gatewayRepeats: true,
    create: false,
    lookUpFirst: true,
    account: 'acme-us at the bank',
    encrypt: async (text, context) => text + context,
    decrypt: (text, context) => text.slice(0, -context.length),
  })
  const options = { baseUrl: 'https://api.example.com', auth: 'token', journal }
  createClient(options)
  createFetch(options)
  await openJournal(sqlite(db), { partition: 'acme-us', table: 'calls', window: 60_000 })
  const report = await journal.settle({ concurrency: 2, limit: 9 })
  const { succeeded, never_came, passed, failed } = report
  const rows: JournalRow[] = await journal.list('unknown')
  const [last] = rows.slice(-1)
  if (last) await journal.list('unknown', { limit: 10, after: last })
  const { unknown }: Record<JournalState, { count: number; age: number }> = await journal.counts()
  await journal.resolve('r', { data: { id: 'c' } })
  await journal.resolve('r', 'never_came', { by: 'ann', note: 'asked the bank' })
  // @ts-expect-error a state that no person gives
  await journal.resolve('r', 'succeeded')
  // @ts-expect-error a partition is needed
  await openJournal(sqlite(db), {})
  // @ts-expect-error a journal has to be awaited
  createClient({ ...options, journal: openJournal(sqlite(db), { partition: 'a' }) })
  return [
    journalTable('postgres'),
    journalTable('sqlite', 'app.calls'),
    `${succeeded + never_came + passed} ${failed.length} ${unknown.count}`,
    ...rows.map(({ refId }) => refId),
  ]
}

export const fieldsOf = (error: AnyClientError): readonly string[] =>
  error.code === 'ERR_REFERENCE_REUSED' ? error.fields : []

export const retryAt = (error: AnyClientError): Date | undefined =>
  error.code === 'ERR_SENT_BEFORE' ? error.retryAt : undefined
