import axios from 'axios'
import { expect, it, vi } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import type { JournalOptions } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { guard } from '../../../openapi/guides/examples/mcp-tools/guard.js'
import { refuseCopy } from '../../../openapi/guides/examples/mcp-tools/refuse-copy.js'
import { nextSteps, toResult } from '../../../openapi/guides/examples/mcp-tools/result.js'
import { conversion, unreferenced } from '../../support/examples.js'
import { journalIn, kinds, leave } from '../../support/journal.js'

/** A call of a tool: undefined for a success, else what the tool says of its failure. */
type Call = (body: object) => Promise<unknown>

/** An issuer, and options as the guide has them. */
async function issuerAndOptions(ofJournal: Partial<JournalOptions> = {}) {
  const issuer = fakeIssuer()
  const { journal } = await journalIn(kinds[0], ofJournal)
  const beforeSend = refuseCopy(journal)
  const options = { ...issuer.options, journal, beforeSend }
  return { issuer, journal, options }
}

/** A tool of a generated server, with the guard: the text of its error. */
async function guarded(config: object = {}) {
  const { issuer, options } = await issuerAndOptions()
  const instance = axios.create(config)
  guard(instance, options)
  const url = `${issuer.options.baseUrl}/v2/conversion/stablecoins`
  const call: Call = (body) =>
    instance.post(url, body).then(
      () => undefined,
      (error: unknown) => JSON.parse((error as Error).message) as object,
    )
  return { call, issuer }
}

/** A tool of a server of one's own: the structured content of its error. */
async function own(ofJournal?: Partial<JournalOptions>) {
  const { issuer, journal, options } = await issuerAndOptions(ofJournal)
  const client = createClient(options)
  const call: Call = async (body) => {
    const convert = client.createStablecoinConversion(body as typeof conversion)
    const { isError, content, structuredContent } = await toResult(convert)
    expect(content[0]?.text).toBe(JSON.stringify(structuredContent))
    return isError ? structuredContent : undefined
  }
  return { call, issuer, journal }
}

it.each([
  ['a misspelt refid', { ...conversion, refid: 'r-1' }, 'refid'],
  ['no reference', unreferenced, 'ref_id'],
])(
  'a generated MCP tool over createFetch sends nothing with %s, and says so',
  async (_, body, name) => {
    const { call, issuer } = await guarded()
    const message = expect.stringContaining(name) as string
    expect(await call(body)).toMatchObject({ outcome: 'not_sent', message })
    expect(issuer.requests).toEqual([])
  },
)

it('a generated MCP tool does not say of a success that axios cannot read that it was refused', async () => {
  const { call, issuer } = await guarded({ maxContentLength: 10 })
  expect(await call(conversion)).toMatchObject({ outcome: 'unknown' })
  expect(issuer.requests).toHaveLength(1)
})

it.each([
  ['over createFetch', () => guarded()],
  ['of a server of your own', () => own()],
])('an MCP tool %s says what became of the call and what is next', async (_, start) => {
  const { call, issuer } = await start()
  issuer.next('createStablecoinConversion', { status: 422, body: { why: 'no' } }, 'broken')
  const { rejected, unknown } = nextSteps
  expect(await call(conversion)).toMatchObject({ outcome: 'rejected', next_step: rejected })
  const other = { ...conversion, amount: '1', ref_id: 'r-2' }
  expect(await call(other)).toMatchObject({ outcome: 'unknown', next_step: unknown })
  expect(await call({ ...other, ref_id: 'r-3', amount: '1.0' })).toMatchObject({
    outcome: 'not_sent',
    reason: expect.stringContaining('this may be r-2 again') as string,
  })
  const { profile_id, source_asset } = other
  for (const same of [
    { recipient_profile_id: profile_id },
    { source_asset: source_asset.toLowerCase() },
  ])
    expect(await call({ ...other, ref_id: 'r-4', ...same })).toMatchObject({ outcome: 'not_sent' })
  expect(issuer.requests).toHaveLength(2)
})

it('a copy of the newest of many conversions whose outcome is unknown is refused', async () => {
  const { call, issuer, journal } = await own()
  await leave(journal, ...Array.from({ length: 100 }, (_, at) => `older-${at}`))
  issuer.next('createStablecoinConversion', 'broken')
  const newest = { ...conversion, amount: '2' }
  await call(newest)
  const copy = { ...newest, ref_id: 'copy' }
  expect(await call(copy)).toMatchObject({ outcome: 'not_sent', code: 'ERR_BEFORE_SEND' })
  expect(issuer.requests).toHaveLength(1)
})

it('no conversion is made while a row of another cannot be read', async () => {
  const decrypt = vi.fn((text: string) => text)
  const { call, issuer } = await own({ encrypt: (text) => text, decrypt })
  issuer.next('createStablecoinConversion', 'broken')
  await call(conversion)
  decrypt.mockImplementation(() => {
    throw new Error('the key is lost')
  })
  expect(await call({ ...conversion, amount: '1', ref_id: 'r-2' })).toMatchObject({
    outcome: 'not_sent',
    reason: expect.stringContaining(conversion.ref_id) as string,
  })
  expect(issuer.requests).toHaveLength(1)
})
