import axios from 'axios'
import { expect, it, vi } from 'vitest'
import { createClient, createFetch } from 'stablecoin-issuer-api'
import type { JournalOptions } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { refuseCopy } from '../../../openapi/guides/examples/mcp-tools/refuse-copy.js'
import { nextSteps, toResult } from '../../../openapi/guides/examples/mcp-tools/result.js'
import { conversion, unreferenced } from '../../support/examples.js'
import { journalIn, kinds, leave } from '../../support/journal.js'

/** An issuer, and options as the guide has them. */
async function issuerAndOptions(ofJournal: Partial<JournalOptions> = {}) {
  const issuer = fakeIssuer()
  const { journal } = await journalIn(kinds[0], ofJournal)
  const beforeSend = refuseCopy(journal)
  const options = { ...issuer.options, journal, beforeSend }
  return { issuer, journal, options }
}

/** A tool: what it says of its failure, or undefined after a success. */
async function tool(ofJournal?: Partial<JournalOptions>) {
  const { issuer, journal, options } = await issuerAndOptions(ofJournal)
  const client = createClient(options)
  const call = async (body: object) => {
    const convert = client.createStablecoinConversion(body as typeof conversion)
    const { isError, content, structuredContent } = await toResult(convert)
    expect(content[0]?.text).toBe(JSON.stringify(structuredContent))
    return isError ? structuredContent : undefined
  }
  return { call, issuer, journal }
}

it('a generated MCP tool over createFetch sends no body that breaks a rule, and no copy of a conversion', async () => {
  const { issuer, options } = await issuerAndOptions()
  const instance = axios.create()
  instance.defaults.adapter = 'fetch'
  Object.assign(instance.defaults.env ?? {}, { fetch: createFetch(options) })
  const url = `${issuer.options.baseUrl}/v2/conversion/stablecoins`
  const call = (body: object) => instance.post(url, body)
  await expect(call({ ...conversion, refid: 'r-1' })).rejects.toThrow(/refid.*outcome not_sent/)
  await expect(call(unreferenced)).rejects.toThrow(/ref_id.*outcome not_sent/)
  issuer.next('createStablecoinConversion', 'broken')
  await expect(call(conversion)).rejects.toThrow('outcome unknown')
  await expect(call({ ...conversion, ref_id: 'r-2' })).rejects.toThrow('outcome not_sent')
  expect(issuer.requests).toHaveLength(1)
})

it('an MCP tool says what became of the call and what is next', async () => {
  const { call, issuer } = await tool()
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
  const { call, issuer, journal } = await tool()
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
  const { call, issuer } = await tool({ encrypt: (text) => text, decrypt })
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
