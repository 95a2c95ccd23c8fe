import { expect, it } from 'vitest'
import { type ClientEvent, type ClientOptions, createClient } from '../../src/index.js'

const address = { id: 'a' }
const stored = {
  id: 'a',
  crypto_network: 'BASE',
  address: '0x1',
  nickname: 'n',
  status: 's',
  created_at: '2026-01-01T00:00:00Z',
  bookmarked: true,
}

/** Answers one by one, and keeps the events. */
function watched(answers: (() => Response)[], options: Partial<ClientOptions> = {}) {
  const events: ClientEvent[] = []
  const client = createClient({
    baseUrl: 'https://api.example.com',
    auth: 'token',
    fetch: () => Promise.resolve(answers.shift()?.() ?? Response.error()),
    onEvent: (event) => void events.push(event),
    ...options,
  })
  return { client, events }
}

it('onEvent tells each attempt, answer and retry of a call', async () => {
  const { client, events } = watched([
    () => new Response('', { status: 503 }),
    () => Response.json({ address: stored }),
  ])
  await client.putCryptoDestinationAddress(address)
  const [first] = events
  const subject = {
    operation: 'putCryptoDestinationAddress',
    call: first?.call,
    refId: undefined,
  }
  const took = { requestId: undefined, milliseconds: expect.any(Number) as number }
  expect(first?.call).toMatch(/^[0-9a-f-]{36}$/)
  expect(events).toEqual([
    { type: 'attempt', ...subject, attempt: 1 },
    { type: 'response', ...subject, ...took, attempt: 1, status: 503, error: 'ERR_API' },
    {
      type: 'retry',
      ...subject,
      attempt: 1,
      reason: '503',
      delay: expect.any(Number) as number,
    },
    { type: 'attempt', ...subject, attempt: 2 },
    { type: 'response', ...subject, ...took, attempt: 2, status: 200 },
    { type: 'end', ...subject, ...took, attempts: 2, outcome: 'succeeded' },
  ])
})

it.each<[string, object, string]>([
  ['an unknown enum value', { ...stored, crypto_network: 'NEWCHAIN' }, '$.address.crypto_network'],
  ['a new field', { ...stored, risk: 'low' }, '$.address.risk'],
  ['a missing field', { ...stored, status: undefined }, '$.address.status'],
  ['a wrong type', { ...stored, bookmarked: 'yes' }, '$.address.bookmarked'],
  ['a time that is none', { ...stored, created_at: 'yesterday' }, '$.address.created_at'],
])('onEvent reports drift and gives the data all the same: %s', async (_name, answered, path) => {
  const { client, events } = watched([() => Response.json({ address: answered })])
  const data = await client.putCryptoDestinationAddress(address)
  expect(data).toEqual({ address: JSON.parse(JSON.stringify(answered)) as object })
  const drift = events.filter((event) => event.type === 'drift')
  expect(drift).toHaveLength(1)
  expect(drift[0]?.issues.map((issue) => issue.path)).toEqual([path])
  // Nothing of the body is told.
  expect(JSON.stringify(drift)).not.toMatch(/NEWCHAIN|low|yes|yesterday/)
})

it.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('the log is full')
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
])('onEvent never breaks a call when the handler %s', async (_name, onEvent) => {
  const { client } = watched([() => Response.json({ address: stored })], { onEvent })
  expect(await client.putCryptoDestinationAddress(address)).toEqual({ address: stored })
  await new Promise((resolve) => setTimeout(resolve, 5))
})
