import axios from 'axios'
import { describe, expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { guard } from '../../../openapi/guides/examples/mcp-tools/guard.js'
import { refuseCopy } from '../../../openapi/guides/examples/mcp-tools/refuse-copy.js'
import { toResult } from '../../../openapi/guides/examples/mcp-tools/result.js'
import { conversion, quote, unreferenced } from '../../support/examples.js'
import { journalIn, kinds } from '../../support/journal.js'
import { type Call, type Habit, habits, playModel, twice } from '../../support/scripted-model.js'

const conversions = '/v2/conversion/stablecoins'
const addresses = '/v2/transfer/crypto-destination-address'

/** An issuer, and options as the guide has them. */
async function issuerAndOptions() {
  const issuer = fakeIssuer()
  const { journal } = await journalIn(kinds[0])
  const beforeSend = refuseCopy(journal)
  return { issuer, options: { ...issuer.options, journal, generateRefId: false, beforeSend } }
}

/** A tool of a generated server, with the guard: the text of its error. */
async function guarded(path: string, method = 'POST') {
  const { issuer, options } = await issuerAndOptions()
  const instance = axios.create()
  guard(instance, options)
  const call: Call = (data) =>
    instance({ method, url: `${issuer.options.baseUrl}${path}`, data }).then(
      () => undefined,
      (error: unknown) => JSON.parse((error as Error).message) as object,
    )
  return { call, issuer }
}

/** A tool of a server of one's own: the structured content of its error. */
async function own() {
  const { issuer, options } = await issuerAndOptions()
  const client = createClient(options)
  const call: Call = async (body) => {
    const convert = client.createStablecoinConversion(body as typeof conversion)
    const { isError, content, structuredContent } = await toResult(convert)
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(
      JSON.parse(JSON.stringify(structuredContent)),
    )
    return isError ? structuredContent : undefined
  }
  return { call, issuer }
}

/** What a generated server does by itself: it sends what the model wrote, and says what failed. */
function plain() {
  const issuer = fakeIssuer()
  const client = createClient({ ...issuer.options, generateRefId: false })
  const call: Call = (body) =>
    client.createStablecoinConversion(body as typeof conversion).then(() => undefined, String)
  return { call, issuer }
}

it('a generated MCP tool over createFetch sends what fits the document, with a token', async () => {
  const { call, issuer } = await guarded(conversions)
  expect(await call(conversion)).toBeUndefined()
  expect(issuer.requests).toHaveLength(1)
})

const misspelt = { ...conversion, refid: 'r-1' }
const both = { id: 'a', crypto_network: 'BASE', address: '0x1' }
const unlisted = { crypto_network: 'NO_NETWORK', address: '0x1' }

it.each<[string, string, object, string, string]>([
  ['a misspelt field', conversions, misspelt, 'ERR_INVALID_REQUEST', 'refid'],
  ['no reference', conversions, unreferenced, 'ERR_INVALID_REQUEST', 'ref_id'],
  ['an id beside a network', addresses, both, 'ERR_INVALID_REQUEST', 'id'],
  ['neither id nor address', addresses, { nickname: 'Vault' }, 'ERR_INVALID_REQUEST', 'address'],
  ['a network that is not listed', addresses, unlisted, 'ERR_INVALID_REQUEST', 'NO_NETWORK'],
])(
  'a generated MCP tool over createFetch refuses %s before anything is sent, in words that a model can act on',
  async (_, path, body, code, words) => {
    const { call, issuer } = await guarded(path, path === addresses ? 'PUT' : 'POST')
    const failure = await call({ ...body })
    expect(failure).toMatchObject({ code, outcome: 'not_sent' })
    expect(JSON.stringify(failure)).toContain(words)
    expect(issuer.requests).toEqual([])
  },
)

it.each([
  ['over createFetch', () => guarded(conversions)],
  ['of a server of your own', own],
])('an MCP tool %s says what became of the call and what is next', async (_, start) => {
  const { call, issuer } = await start()
  issuer.next('createStablecoinConversion', { status: 422, body: { why: 'no' } }, 'broken')
  expect(await call(conversion)).toMatchObject({
    outcome: 'rejected',
    next_step: expect.stringContaining('Tell the person why') as string,
  })
  const other = { ...conversion, amount: '1', ref_id: 'r-2' }
  expect(await call(other)).toMatchObject({
    outcome: 'unknown',
    ref_id: 'r-2',
    next_step: expect.stringContaining('Use no new ref_id') as string,
  })
  expect(await call({ ...other, ref_id: 'r-3', amount: '1.0' })).toMatchObject({
    outcome: 'not_sent',
    reason: expect.stringContaining('the same was asked for as r-2') as string,
  })
  expect(issuer.requests).toHaveLength(2)
})

it('a quote needs no reference, and may be asked for again', async () => {
  const { call, issuer } = await guarded('/v2/issuer-quote')
  issuer.next('createIssuerQuote', { status: 503 })
  expect(await call(quote)).toMatchObject({ outcome: 'unknown' })
  expect(await call(quote)).toBeUndefined()
})

describe.each(Object.keys(habits) as Habit[])('a model that %s after each error', (habit) => {
  /** How many of 20 conversions were made twice, if the first answer to each is lost. */
  async function play({ call, issuer }: Awaited<ReturnType<typeof own>>) {
    await playModel(call, 20, habit, () => issuer.next('createStablecoinConversion', 'broken'))
    const amounts = issuer.requests.map(({ body }) => (body as { amount: string }).amount)
    expect(new Set(amounts)).toHaveLength(20)
    return twice(amounts)
  }

  it('converts most of 20 twice without the guard', async () => {
    expect(await play(plain())).toBeGreaterThan(10)
  })

  it('converts nothing twice with the guard', async () => {
    expect(await play(await guarded(conversions))).toBe(0)
    expect(await play(await own())).toBe(0)
  })
})
