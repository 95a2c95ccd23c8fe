import axios from 'axios'
import { expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { guard } from '../../../openapi/guides/examples/mcp-tools/guard.js'
import { refuseCopy } from '../../../openapi/guides/examples/mcp-tools/refuse-copy.js'
import { toResult } from '../../../openapi/guides/examples/mcp-tools/result.js'
import { conversion, quote, unreferenced } from '../../support/examples.js'
import { journalIn, kinds } from '../../support/journal.js'

const conversions = '/v2/conversion/stablecoins'

/** A call of a tool: undefined for a success, else what the tool says of its failure. */
type Call = (body: object) => Promise<unknown>

/** An issuer, and options as the guide has them. */
async function issuerAndOptions(ofJournal: Parameters<typeof journalIn>[1] = {}) {
  const issuer = fakeIssuer()
  const { journal } = await journalIn(kinds[0], ofJournal)
  const beforeSend = refuseCopy(journal)
  return { issuer, options: { ...issuer.options, journal, generateRefId: false, beforeSend } }
}

/** A tool of a generated server, with the guard: the text of its error. */
async function guarded(path: string) {
  const { issuer, options } = await issuerAndOptions()
  const instance = axios.create()
  guard(instance, options)
  const call: Call = (data) =>
    instance({ method: 'POST', url: `${issuer.options.baseUrl}${path}`, data }).then(
      () => undefined,
      (error: unknown) => JSON.parse((error as Error).message) as object,
    )
  return { call, issuer }
}

/** A tool of a server of one's own: the structured content of its error. */
async function own(ofJournal?: Parameters<typeof journalIn>[1]) {
  const { issuer, options } = await issuerAndOptions(ofJournal)
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

it.each([
  ['a misspelt field', { ...conversion, refid: 'r-1' }, 'refid'],
  ['no reference', unreferenced, 'ref_id'],
])(
  'a generated MCP tool over createFetch refuses %s before anything is sent, in words that a model can act on',
  async (_, body, words) => {
    const { call, issuer } = await guarded(conversions)
    const failure = await call({ ...body })
    expect(failure).toMatchObject({ code: 'ERR_INVALID_REQUEST', outcome: 'not_sent' })
    expect(JSON.stringify(failure)).toContain(words)
    expect(issuer.requests).toEqual([])
  },
)

it.each([
  ['over createFetch', () => guarded(conversions)],
  ['of a server of your own', () => own()],
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
    reason: expect.stringContaining('this may be r-2 again') as string,
  })
  expect(issuer.requests).toHaveLength(2)
})

it('a copy of the newest of many conversions whose outcome is unknown is refused', async () => {
  const { call, issuer } = await own()
  issuer.next('createStablecoinConversion', ...Array<'broken'>(101).fill('broken'))
  for (let amount = 1; amount <= 101; amount++)
    await call({ ...conversion, amount: `${amount}`, ref_id: `r-${amount}` })
  const copy = { ...conversion, amount: '101', ref_id: 'copy' }
  expect(await call(copy)).toMatchObject({ outcome: 'not_sent', code: 'ERR_BEFORE_SEND' })
  expect(issuer.requests).toHaveLength(101)
})

it('no conversion is made while a row of another cannot be read', async () => {
  let isLost = false
  const decrypt = (text: string): string => {
    if (isLost) throw new Error('the key is lost')
    return text
  }
  const { call, issuer } = await own({ encrypt: (text) => text, decrypt })
  issuer.next('createStablecoinConversion', 'broken')
  await call(conversion)
  isLost = true
  expect(await call({ ...conversion, amount: '1', ref_id: 'r-2' })).toMatchObject({
    outcome: 'not_sent',
    reason: expect.stringContaining(conversion.ref_id) as string,
  })
  expect(issuer.requests).toHaveLength(1)
})

it('a quote needs no reference, and may be asked for again', async () => {
  const { call, issuer } = await guarded('/v2/issuer-quote')
  issuer.next('createIssuerQuote', { status: 503 })
  expect(await call(quote)).toMatchObject({ outcome: 'unknown' })
  expect(await call(quote)).toBeUndefined()
})
