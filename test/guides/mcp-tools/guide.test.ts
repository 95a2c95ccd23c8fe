import axios from 'axios'
import { InvalidRequestError } from 'stablecoin-issuer-api'
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

it('a generated MCP tool over createFetch is refused a misspelt field before anything is sent, in words that a model can act on', async () => {
  const { call, sent } = toolOf('/v2/conversion/stablecoins')
  const error = await call({ ...unreferenced, refid: reference })
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({
    outcome: 'not_sent',
    message: expect.stringContaining('refid') as string,
  })
  expect(sent).toEqual([])
})

it.each([
  ['id beside a network', { id: 'a', crypto_network: 'BASE', address: '0x1' }],
  ['neither', { nickname: 'Vault' }],
  ['a network that is not listed', { crypto_network: 'DOGECOIN', address: '0x1' }],
])('a generated MCP tool over createFetch is refused an address with %s', async (_, body) => {
  const { call, sent } = toolOf('/v2/transfer/crypto-destination-address', 'PUT')
  expect(await call(body)).toMatchObject({ code: 'ERR_INVALID_REQUEST', outcome: 'not_sent' })
  expect(sent).toEqual([])
})

it('a generated MCP tool over createFetch is refused a conversion without a reference', async () => {
  const { call, sent } = toolOf('/v2/conversion/stablecoins')
  expect(await call(unreferenced)).toMatchObject({
    code: 'ERR_BEFORE_SEND',
    message: expect.stringContaining('MissingRefId') as string,
  })
  expect(sent).toEqual([])
})

it('a generated MCP tool over createFetch says that the outcome is unknown, and sends once', async () => {
  const { call, sent, issuer } = toolOf('/v2/issuer-quote')
  issuer.next('createIssuerQuote', { status: 503 })
  expect(await call(quote)).toMatchObject({
    outcome: 'unknown',
    message: expect.stringContaining('outcome unknown') as string,
  })
  expect(sent).toHaveLength(1)
})
