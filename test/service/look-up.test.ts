import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientCredentials, createClient, createFetch } from '../../src/index.js'
import { readLookUp } from '../../src/mock/look-up.js'
import { type Mock, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import type { Repeat } from '../../src/testing/call-record.js'

const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'SELL', base_amount: '7.5' } as const
const place = { crypto_network: 'BASE', address: '0xabc' } as const

const repeats: Repeat[] = []
let mock: Mock
beforeAll(async () => {
  const templates = [
    '/v2/conversion/stablecoins?ref_id={ref_id}',
    '/v2/all%20of/{profile_id}/conversions?limit=1&ref={ref_id}',
    ...['/things/{id}', '/things/{ref_id}', '/things/{quote_id}', '/marked/{bookmarked_status}'],
  ]
  const lookUps = templates.map(readLookUp)
  mock = await startMock({ lookUps, onRepeat: (repeat) => repeats.push(repeat) })
})
afterAll(() => mock.stop())

function options() {
  const { id: clientId, secret: clientSecret } = mockClient
  const auth = clientCredentials({ tokenUrl: mock.tokenUrl, clientId, clientSecret })
  return { baseUrl: mock.url, auth, maxRetries: 0 }
}

/** The status of a look-up, and what it found. */
async function lookUp(path: string): Promise<unknown[]> {
  const response = await createFetch(options(), { undocumentedReads: true })(path)
  const text = await response.text()
  return [response.status, response.ok ? (JSON.parse(text) as unknown) : text]
}

it('a look-up of the mock finds a call by a field of its request or of its answer, in the path or in the query', async () => {
  const client = createClient(options())
  const made = await client.createStablecoinConversion({ ...conversion, ref_id: 'a b/ü' })
  const held = await client.createIssuerQuote(quote)
  const put = await client.putCryptoDestinationAddress(place)
  expect(await lookUp('/v2/conversion/stablecoins?ref_id=a+b%2F%C3%BC')).toEqual([200, made])
  expect(await lookUp('/v2/all%20of/p/conversions?ref=a%20b/%C3%BC&limit=1')).toEqual([200, made])
  expect(await lookUp(`/things/${made.id}`)).toEqual([200, made])
  expect(await lookUp(`/things/${held.quote_id}`)).toEqual([200, held])
  expect(await lookUp(`/things/${put.address.id}`)).toEqual([200, put])
})

it.each([
  ['without its parameter', '/v2/conversion/stablecoins', 405, ''],
  ['with one more', '/v2/conversion/stablecoins?ref_id=known&page=2', 405, ''],
  ['with another name', '/v2/conversion/stablecoins?ref=known', 405, ''],
  ['with its parameter twice', '/v2/conversion/stablecoins?ref_id=known&ref_id=known', 405, ''],
  ['at another path', '/v3/conversion/stablecoins?ref_id=known', 404, /no operation at this path/],
  ['with another fixed value', '/v2/all%20of/p/conversions?limit=2&ref=known', 404, /no operation/],
  ['of another profile', '/v2/all%20of/q/conversions?limit=1&ref=known', 404, /^$/],
  ['of another reference', '/v2/conversion/stablecoins?ref_id=KNOWN', 404, /^$/],
  ['of no reference', '/v2/conversion/stablecoins?ref_id=undefined', 404, /^$/],
])('a look-up of the mock finds nothing %s', async (_, path, status, text) => {
  const client = createClient({ ...options(), generateRefId: false })
  await client.createStablecoinConversion({ ...conversion, ref_id: 'known' })
  await client.createStablecoinConversion(conversion)
  expect(await lookUp(path)).toEqual([status, expect.stringMatching(text)])
})

it.each([
  ['nothing', '', /^it must be a path, such as /],
  ['a whole address', 'https://issuer.example/v2/{id}', /^it must be a path, such as /],
  ['a name', 'ref_id={ref_id}', /^it must be a path, such as /],
  ['a fragment', '/v2/things#{id}', /^it must be a path, such as /],
  ['a space', '/v2/my things/{id}', /^it must be a path, such as /],
  ['what is no encoding', '/v2/%zz/{id}', /^it must be a path, such as /],
  ['no field', '/v2/things?ref_id=ref_id', /^it needs a field in braces, such as \{ref_id\}/],
  ['a field that is not there', '/v2/{refid}', /^\{refid\} is no field .* account_id, .*, side, /],
  ['a field without a name', '/v2/{}', /^\{\} is no field of a request or an answer; there are /],
  ['a field that is an object', '/v2/{metadata}', /^\{metadata\} is no field/],
  ['an object of every object', '/v2/{constructor}', /^\{constructor\} is no field/],
  ['a path to a field', '/v2/{address.id}', /^\{address\.id\} is no field/],
  [
    'fields of two operations',
    '/v2/{ref_id}/{side}',
    /^no operation has all of \{ref_id\}, \{side/,
  ],
  [
    'two fields in one part',
    '/v2/{profile_id}-{ref_id}',
    /^a field in braces must be a whole part/,
  ],
  [
    'a part of a value',
    '/v2?ref=r-{ref_id}',
    /^a field in braces must be .* or the whole value of/,
  ],
  ['a brace that is open', '/v2?ref={ref_id', /^a field in braces must be a whole part/],
  ['a field as a name', '/v2?{ref_id}=1', /^the name of a parameter can be no field$/],
  ['a parameter twice', '/v2?a={id}&a={ref_id}', /^the parameter a stands there twice$/],
])('a look-up that is %s is refused in a sentence', (_, template, sentence) => {
  expect(() => readLookUp(template)).toThrow(TypeError)
  expect(() => readLookUp(template)).toThrow(sentence)
})

it('a look-up of the mock finds the newest of what fits, and a field that is no text', async () => {
  const client = createClient(options())
  await client.putCryptoDestinationAddress({ ...place, nickname: 'Old', bookmarked_status: true })
  const again = { ...place, nickname: 'New', bookmarked_status: true }
  const newer = await client.putCryptoDestinationAddress(again)
  expect(await lookUp('/marked/true')).toEqual([200, newer])
  expect(await lookUp('/marked/false')).toEqual([404, ''])
})

it('a reference that is carried out again is reported once for each copy, and not where the copy was refused', async () => {
  const client = createClient({ ...options(), timeout: 500 })
  const convert = (ref_id: string, more = {}) =>
    client.createStablecoinConversion({ ...conversion, ref_id, ...more }).catch(() => undefined)
  const repeat = { operation: 'createStablecoinConversion', field: 'ref_id', refId: 'twice' }
  repeats.length = 0
  mock.next('createStablecoinConversion', { status: 503 }, { status: 200, body: {} }, 'no_answer')
  for (let at = 0; at < 3; at++) await convert('twice')
  // The first two were not carried out.
  expect(repeats).toEqual([])
  await convert('other')
  mock.next('createStablecoinConversion', { status: 422 }, 'broken')
  await convert('twice')
  expect(repeats).toEqual([])
  await convert('twice', { amount: '2' })
  await lookUp('/v2/conversion/stablecoins?ref_id=twice')
  expect(repeats).toEqual([{ ...repeat, times: 2 }])
  await convert('twice')
  expect(repeats).toEqual([2, 3].map((times) => ({ ...repeat, times })))
})

it('a reference is none where an operation has none, or a call leaves it out', async () => {
  const client = createClient({ ...options(), generateRefId: false })
  repeats.length = 0
  for (let at = 0; at < 2; at++) {
    await client.createStablecoinConversion(conversion)
    await client.createIssuerQuote(quote)
    await client.putCryptoDestinationAddress(place)
  }
  expect(repeats).toEqual([])
})
