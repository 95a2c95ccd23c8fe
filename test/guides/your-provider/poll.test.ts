import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { poll, settledStatus } from '../../../openapi/guides/examples/your-provider/poll.js'
import { provider } from '../../fixtures/acme/index.js'
import { conversion } from '../../support/examples.js'
import { failureOf } from '../../support/journal.js'

/** Fake timers do not reach it: each pause takes no time, and is still ended by its signal. */
vi.mock('node:timers/promises', async (original) => {
  const { setTimeout: real } = await original<{ setTimeout: typeof wait }>()
  return { setTimeout: vi.fn((_: number, ...more: [unknown, object]) => real(0, ...more)) }
})
const pauses = () => vi.mocked(wait).mock.calls.map(([pause]) => pause)
beforeEach(() => vi.mocked(wait).mockClear())

async function made() {
  const issuer = fakeIssuer({ provider })
  const client = createClient({ ...issuer.options, maxRetries: 0 })
  const body = await client.createStablecoinConversion(conversion)
  return { issuer, client, body, id: body.id }
}

it('a conversion is read until it has settled, and no sooner than the issuer asks', async () => {
  const { issuer, client, body, id } = await made()
  const soon = new Date(Date.now() + 90_000).toUTCString()
  issuer.next(
    'readConversion',
    { status: 200, body },
    { status: 200, body, headers: { 'retry-after': '30' } },
    { status: 200, body, headers: { 'retry-after': soon } },
    { status: 429, headers: { 'retry-after': '40' } },
    'broken',
    { status: 200, body: { ...body, status: 'SETTLED' } },
  )
  expect(await settledStatus(client, id)).toBe('SETTLED')
  const [plain, seconds, date = 0, paced = 0, broken, ...none] = pauses()
  expect([plain, seconds, broken, none]).toEqual([10_000, 30_000, 10_000, []])
  expect([date > 85_000, date <= 90_000]).toEqual([true, true])
  expect([paced > 39_000, paced < 50_000]).toEqual([true, true])
})

it('reading ends with an error that no time mends', async () => {
  const { issuer, client, id } = await made()
  issuer.next('readConversion', { status: 404 })
  const failure = await failureOf(settledStatus(client, id))
  expect(failure).toMatchObject({ code: 'ERR_API', status: 404 })
  expect(pauses()).toEqual([])
})

it.each(['a pause', 'a read'])('reading ends when it is aborted within %s', async (where) => {
  const { issuer, client, id } = await made()
  const abort = new AbortController()
  const read = async () => {
    const options = { every: 1, signal: abort.signal }
    for await (const one of poll((limits) => client.readConversion({ id }, limits), options)) {
      expect(one.id).toBe(id)
      if (where === 'a pause') abort.abort()
      else issuer.next('readConversion', 'no_answer')
    }
  }
  const reading = failureOf(read())
  if (where === 'a read') {
    await expect.poll(() => issuer.requests.length).toBe(3)
    abort.abort()
  }
  expect(await reading).toMatchObject({ name: 'AbortError' })
  expect(issuer.requests.length).toBe(where === 'a pause' ? 2 : 3)
})
