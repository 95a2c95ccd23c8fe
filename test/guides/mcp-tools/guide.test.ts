import axios from 'axios'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { expect, it } from 'vitest'
import { conversion, quote } from '../../support/scripted.js'
import { guard } from './guard.js'

/** What a generated tool does with the body that a model wrote, and what the issuer was sent. */
function toolOf(path: string, method = 'POST') {
  const issuer = fakeIssuer()
  const instance = axios.create()
  guard(instance, issuer.options)
  const call = (data: object) =>
    instance({ method, url: `${issuer.options.baseUrl}${path}`, data }).then(
      ({ status }) => status,
      (error: unknown) => error,
    )
  return { call, sent: issuer.requests, issuer }
}

const { ref_id: reference, ...unreferenced } = conversion

it('a generated MCP tool over createFetch sends what fits the document, with a token', async () => {
  const { call, sent } = toolOf('/v2/conversion/stablecoins')
  expect(await call({ ...unreferenced, ref_id: reference })).toBe(200)
  expect(sent).toHaveLength(1)
})

const conversions = '/v2/conversion/stablecoins'
const addresses = '/v2/transfer/crypto-destination-address'
const misspelt = { ...unreferenced, refid: reference }
const both = { id: 'a', crypto_network: 'BASE', address: '0x1' }
const unlisted = { crypto_network: 'DOGECOIN', address: '0x1' }

it.each<[string, string, object, string, string]>([
  ['a misspelt field', conversions, misspelt, 'ERR_INVALID_REQUEST', 'refid'],
  [
    'a conversion without a reference',
    conversions,
    unreferenced,
    'ERR_BEFORE_SEND',
    'MissingRefId',
  ],
  ['an id beside a network', addresses, both, 'ERR_INVALID_REQUEST', 'id'],
  ['neither id nor address', addresses, { nickname: 'Vault' }, 'ERR_INVALID_REQUEST', 'address'],
  ['a network that is not listed', addresses, unlisted, 'ERR_INVALID_REQUEST', 'DOGECOIN'],
])(
  'a generated MCP tool over createFetch is refused %s before anything is sent, in words that a model can act on',
  async (_, path, body, code, word) => {
    const { call, sent } = toolOf(path, path === addresses ? 'PUT' : 'POST')
    const message = expect.stringContaining(word) as string
    expect(await call(body)).toMatchObject({ code, outcome: 'not_sent', message })
    expect(sent).toEqual([])
  },
)

it('a generated MCP tool over createFetch says that the outcome is unknown, and sends once', async () => {
  const { call, sent, issuer } = toolOf('/v2/issuer-quote')
  issuer.next('createIssuerQuote', { status: 503 })
  expect(await call(quote)).toMatchObject({
    outcome: 'unknown',
    message: expect.stringContaining('outcome unknown') as string,
  })
  expect(sent).toHaveLength(1)
})
