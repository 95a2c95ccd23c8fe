import { expect, it } from 'vitest'
import type { ClientOptions } from '../../src/index.js'
import { answer, conversion, scripted } from '../support/scripted.js'

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
/** What a conversion by `r-1` makes of an answer, and what it reports. */
async function told(body: object, options: Partial<ClientOptions> = {}) {
  const { client, events, sent } = scripted([answer(201, body)], options)
  const end: unknown = await client
    .createStablecoinConversion(conversion)
    .catch((error: unknown) => error)
  return { end, types: events.map(({ type }) => type), requests: sent.length }
}

it('the reference in an answer that was sent is a success, and so is none', async () => {
  for (const body of [{ ...stored, ref_id: 'r-1' }, stored])
    expect(await told(body)).toEqual({
      ...{ end: body, types: ['attempt', 'response', 'end'], requests: 1 },
    })
})

it.each(['r-2', '', 5, null, ['r-1']])(
  'the reference in an answer that is another is never a success, with events and without: %j',
  async (ref_id) => {
    const body = { ...stored, ref_id }
    for (const options of [{}, { onEvent: undefined }]) {
      const { end, types, requests } = await told(body, options)
      expect(end).toMatchObject({
        ...{ code: 'ERR_INVALID_RESPONSE', outcome: 'unknown', status: 201, refId: 'r-1' },
        body: JSON.stringify(body),
      })
      expect(String(end)).toContain(
        '201 with another ref_id: the response belongs to another request, after 1 attempt',
      )
      expect([types.includes('drift'), requests]).toEqual([false, 1])
    }
  },
)

it('the reference in an answer is the one that was sent, whatever Object.prototype names', async () => {
  const polluted = Object.prototype as { ref_id?: unknown }
  polluted.ref_id = 'r-2'
  try {
    expect((await told(stored)).end).toEqual(stored)
  } finally {
    delete polluted.ref_id
  }
})
