import type { Pool } from 'pg'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { expect, it, vi } from 'vitest'
import type { Row } from './journal.js'
import { lookUpAt } from './look-up.js'
import { release, settleUnknown } from './settle.js'
import { convert } from './use.js'

const at = new Date(0)
const address = { crypto_network: 'BASE', address: '0x1' }
const row = (key: string, operation: string, body = '{}'): Row => ({
  ...{ key, operation, body, at },
  call: `call of ${key}`,
})
const conversions = ['found', 'lost', 'open'].map((key) => row(key, 'createStablecoinConversion'))

/** A journal that holds these rows, and what was said to it. */
function journalOf(rows: readonly Row[]) {
  const said: string[] = []
  const say = (text: string): Promise<void> => Promise.resolve(void said.push(text))
  return {
    said,
    unknown: () => Promise.resolve([...rows]),
    rejected: () => Promise.resolve([...rows]),
    settle: ({ key, call }: Row, state: string) => say(`${key} (${call}): ${state}`),
    succeeded: (key: string, id: string) => say(`${key}: succeeded as ${id}`),
  }
}
const lookUp = vi.fn((refId: string) =>
  Promise.resolve(
    ({ found: { id: 'c-1' }, lost: 'never_came' as const } as const)[refId] ?? undefined,
  ),
)

it('what is unknown is put again, left or looked up, and a conversion is never sent', async () => {
  const issuer = fakeIssuer()
  const journal = journalOf([
    ...conversions,
    row('c-2', 'createIssuerQuote'),
    row('c-3', 'putCryptoDestinationAddress', JSON.stringify(address)),
  ])
  await settleUnknown(createClient(issuer.options), journal, lookUp)
  expect(issuer.requests.map(({ operation, body }) => [operation, body])).toEqual([
    ['putCryptoDestinationAddress', address],
  ])
  expect(lookUp.mock.calls).toEqual([
    ['found', at],
    ['lost', at],
    ['open', at],
  ])
  expect(journal.said).toEqual([
    'found: succeeded as c-1',
    'lost (call of lost): not_sent',
    'c-2 (call of c-2): abandoned',
    'c-3 (call of c-3): repeated',
  ])
})

it('a refused conversion may be sent again once it was looked up and had never come', async () => {
  const journal = journalOf(conversions)
  for (const { key } of conversions) await release(journal, key, lookUp)
  expect(journal.said).toEqual(['found: succeeded as c-1', 'lost (call of lost): not_sent'])
})

it('a refused conversion is not released before its lease is over', async () => {
  await expect(release(journalOf([]), 'lost', lookUp)).rejects.toThrow('lease')
})

it('a look-up at an address that the document lacks goes out with the token, and tells what is there from what is not', async () => {
  const asked: string[] = []
  const options = {
    baseUrl: 'https://api.example.com',
    auth: 'tok-1234567',
    fetch: (url: string, { method, headers }: { method: string; headers: object }) => {
      asked.push(`${method} ${url} ${new Map(Object.entries(headers)).get('authorization')}`)
      const found = url.endsWith('r%201')
      return Promise.resolve(Response.json({ id: 'c-1' }, { status: found ? 200 : 404 }))
    },
  }
  const find = lookUpAt(options, (refId) => `/v2/somewhere/${refId}`)
  expect(await find('r 1')).toEqual({ id: 'c-1' })
  expect(await find('other')).toBeUndefined()
  expect(asked[0]).toBe('GET https://api.example.com/v2/somewhere/r%201 Bearer tok-1234567')
  await expect(find('r/1')).rejects.toThrow('an encoded one, dot or slash')
  expect(asked).toHaveLength(2)
})

it('the journal has a conversion before it is sent, and its id after', async () => {
  const issuer = fakeIssuer()
  const asked: unknown[][] = []
  const query = (sql: string, values: unknown[]) => {
    asked.push([sql.slice(0, 6), issuer.requests.length, ...values.slice(0, 2)])
    return Promise.resolve({ rows: sql.startsWith('INSERT') ? [{}] : [] })
  }
  const assets = { source_asset: 'USDC', target_asset: 'USDG' }
  const body = { profile_id: 'p', amount: '1', ...assets, ref_id: 'r-1' }
  await convert({ query } as unknown as Pool, issuer.options, body)
  expect(asked).toContainEqual(['INSERT', 0, 'r-1', expect.any(String)])
  expect(asked.at(-1)).toEqual(['UPDATE', 1, expect.any(String), 'r-1'])
})
