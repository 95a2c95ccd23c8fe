/** The table of what the client sends again, made of what it does: a policy that changes makes another table. */
import type { CallOptions, Client, ClientError, Transport } from '../../src/index.js'
import { markdownTable } from './record.js'

/** A call of each kind of method. */
const calls = [
  ({ putCryptoDestinationAddress }: Client, options: CallOptions) =>
    putCryptoDestinationAddress({ id: 'a' }, options),
  ({ createIssuerQuote }: Client, options: CallOptions) =>
    createIssuerQuote(
      { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' },
      options,
    ),
]

/** Statuses whose rows say more than whether the request is sent again. */
const explained = [401, 429]

/** The table of the guide of errors. */
export async function retryTable(): Promise<string> {
  // Imported late: what it imports itself may just have been generated.
  const { createClient, NotSentError } = await import('../../src/index.js')

  const cellsOf = (transport: Transport): Promise<string[]> =>
    Promise.all(
      calls.map(async (call) => {
        const stop = new AbortController()
        const retries: unknown[] = []
        const client = createClient({
          baseUrl: 'https://api.example.com',
          auth: 'token',
          transport,
          onEvent: (event) => {
            if (event.type !== 'retry') return
            retries.push(event)
            stop.abort()
          },
        })
        const end: Promise<unknown> = call(client, { signal: stop.signal })
        const error = await end.catch((reason: unknown) => reason)
        if (retries.length > 0) return 'retried'
        return (error as ClientError).outcome === 'unknown' ? 'never: `unknown`' : 'never'
      }),
    )

  const byCells = new Map<string, number[]>()
  for (let status = 300; status < 600; status++) {
    const key = (await cellsOf(answer(status))).join(' | ')
    if (key.includes('retried') && !explained.includes(status))
      byCells.set(key, [...(byCells.get(key) ?? []), status])
  }
  const unsent = await cellsOf(() => Promise.reject(new NotSentError('refused')))
  const broken = await cellsOf(() => Promise.reject(new Error('reset')))
  const unreadable = await cellsOf(answer(200, '{"error":"no identifier"}'))
  return markdownTable(
    ['What happened', 'PUT (address)', 'POST (conversion, quote)'],
    [
      ['The request never left', ...unsent],
      ['401', 'once, with a new token', 'once, with a new token'],
      ['429', 'after each `Retry-After` that fits `totalTimeout`; once without it', 'the same'],
      ...[...byCells].map(([key, statuses]) => [statuses.join(', '), ...key.split(' | ')]),
      ['A timeout or a broken connection after it was sent', ...broken],
      ['A complete 2xx that cannot be read, or without the identifier', ...unreadable],
      ['3xx, or another status', 'never', 'never'],
    ],
  )
}

const answer =
  (status: number, body = ''): Transport =>
  () => {
    const read = () => ({ bytes: new TextEncoder().encode(body) })
    return Promise.resolve({ status, headers: new Headers(), read })
  }
