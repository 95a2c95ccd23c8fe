import { expect, it } from 'vitest'
import { scopes } from '../../generated/operations.js'
import { clientCredentials, createClient } from '../../src/index.js'
import { createRequestCheck } from '../../src/mock/check-request.js'
import { type MockOptions, startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import { fetchToken } from '../systems/languages/token.js'

const unlisted = {
  fields: ['travelrule_metadata.vasp.custom_vasp_name', 'purpose', 'ref_id'],
  values: { crypto_network: ['TRON'], market: ['XAUUSD'] },
}
const address = {
  ...{ crypto_network: 'TRON', address: 'T1', purpose: null },
  travelrule_metadata: { vasp: { custom_vasp_name: { any: ['value'] } } },
}
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const quote = { profile_id: 'p', market: 'XAUUSD', side: 'BUY', base_amount: '1', ref_id: 7 }
const places = {
  put: '/v2/transfer/crypto-destination-address',
  convert: '/v2/conversion/stablecoins',
  hold: '/v2/issuer-quote',
}

/** The statuses of bodies that no client has checked. */
async function statuses(options: MockOptions, bodies: readonly [keyof typeof places, object][]) {
  const mock = await startMock(options)
  const { id: CLIENT_ID, secret: CLIENT_SECRET } = mockClient
  const SCOPE = scopes.join(' ')
  const token = await fetchToken({ TOKEN_URL: mock.tokenUrl, CLIENT_ID, CLIENT_SECRET, SCOPE })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const sent = bodies.map(async ([place, body]) => {
    const method = place === 'put' ? 'PUT' : 'POST'
    const init = { method, headers, body: JSON.stringify(body) }
    const answer = await fetch(mock.url + places[place], init)
    return [answer.status, answer.headers.get('sl-violations') ?? ''] as const
  })
  const found = await Promise.all(sent)
  await mock.stop()
  return found
}

it('the mock takes what its option names beyond the document, and Prism still checks the rest', async () => {
  const taken = [
    ['put', address],
    ['convert', { ...conversion, purpose: 'x' }],
    ['hold', quote],
  ] as [keyof typeof places, object][]
  const refused = [
    ['put', { ...address, id: 'a' }],
    ['put', { ...address, crypto_network: 'TRX' }],
    ['put', { ...address, travelrule_metadata: { vasp: { name: 'x' } } }],
    ['convert', { ...conversion, refid: 'x' }],
    ['convert', { ...conversion, ref_id: 7 }],
    ['hold', { ...quote, side: undefined }],
  ] as [keyof typeof places, object][]
  expect(await statuses({ unlisted }, taken)).toEqual(taken.map(() => [200, '']))
  const named = await statuses({ unlisted }, refused)
  expect(named.map(([status]) => status)).toEqual(refused.map(() => 422))
  expect(named[1]?.[1]).toContain('TRON')
  expect((await statuses({}, taken)).map(([status]) => status)).toEqual(taken.map(() => 422))
})

it('the mock answers the calls of a client with the same option', async () => {
  const mock = await startMock({ unlisted })
  const { id: clientId, secret: clientSecret } = mockClient
  const auth = clientCredentials({ tokenUrl: mock.tokenUrl, clientId, clientSecret })
  const client = createClient({ baseUrl: mock.url, auth, unlisted })
  const { address: made } = await client.putCryptoDestinationAddress(address as never)
  expect(made).toMatchObject({ crypto_network: 'TRON', address: 'T1' })
  expect(await client.createIssuerQuote(quote as never)).toMatchObject({ market: 'XAUUSD' })
  await mock.stop()
})

it('the mock takes further values of a parameter, wherever it stands', async () => {
  const schema = { type: 'string', enum: ['BUY'] } as const
  const parameters = ['path', 'query', 'header'].map((place) => ({
    ...{ in: place, name: `in-${place}`, required: true, schema },
  }))
  const responses = { 200: { description: 'Fine.' } }
  const operation = { get: { operationId: 'find', parameters, responses } }
  const info = { title: 'Parameters', version: '1' }
  const document = { openapi: '3.1.0', info, paths: { '/found/{in-path}': operation } }
  const wider = { ...schema, enum: ['BUY', 'HOLD'] }
  const properties = Object.fromEntries(parameters.map(({ name }) => [name, wider]))
  const found = {
    ...{ id: 'find', method: 'GET', path: '/found/{in-path}', idempotent: true, scopes: [] },
    ...{ hasBody: false, request: { type: 'object', properties } },
  } as const
  const [strict, open] = await Promise.all([
    createRequestCheck(document),
    createRequestCheck(document, [found]),
  ])
  for (const place of ['path', 'query', 'header']) {
    const at = (one: string): string => (one === place ? 'HOLD' : 'BUY')
    const url = `/found/${at('path')}?in-query=${at('query')}`
    const headers = { 'in-header': at('header') }
    const sent = { method: 'GET', url, headers, body: Buffer.alloc(0) }
    expect([(await strict(sent)).status, (await open(sent)).status]).toEqual([422, 200])
  }
})
