import { describe, expect, it } from 'vitest'
import { answer, conversion, quote, scripted } from './support/scripted.js'

describe('the reference in an answer', () => {
  const crossed = {
    path: '$.ref_id',
    message: "ref_id is not the one that was sent: the answer may be another call's",
  }
  /** What departs from the document in an answer to a conversion. */
  async function drift(ref_id: unknown): Promise<unknown[]> {
    const { client, events } = scripted([answer(200, { ...stored, ref_id })], {
      generateRefId: false,
    })
    await client.createStablecoinConversion(conversion)
    return events.flatMap((event) => (event.type === 'drift' ? event.issues : []))
  }
  const stored = {
    id: '0198c1f0-0000-7000-8000-000000000000',
    status: 's',
    profile_id: 'p',
    amount: '1',
    source_asset: 'A',
    target_asset: 'B',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }

  it('that was sent is no news, nor is none', async () => {
    expect([await drift('r-1'), await drift(undefined)]).toEqual([[], []])
  })

  it.each(['r-2', '', 5, null])('that is another is told first: %j', async (ref_id) => {
    expect((await drift(ref_id))[0]).toEqual(crossed)
  })

  it('is no news where none was sent', async () => {
    const { client, events } = scripted([answer(200, { ...stored, ref_id: 'r-2' })], {
      generateRefId: false,
    })
    const { profile_id, amount, source_asset, target_asset } = conversion
    const bare = { profile_id, amount, source_asset, target_asset }
    await client.createStablecoinConversion(bare)
    expect(events.map(({ type }) => type)).toEqual(['attempt', 'response', 'end'])
  })

  it('is not looked for in operations that have none', async () => {
    const { client, events } = scripted([answer(200, { quote_id: 'q', ref_id: 'r-2' })])
    await client.createIssuerQuote(quote)
    expect(JSON.stringify(events)).not.toContain('not the one that was sent')
  })
})
