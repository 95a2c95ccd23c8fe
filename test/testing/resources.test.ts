import { expect, it } from 'vitest'
import { createClient, fakeIssuer } from '../support/parcels/client.js'

it('an issuer forgets the oldest of what was put once all of it is more than 16 MiB', async () => {
  const client = createClient(fakeIssuer().options)
  const put = async (place: string, label?: string): Promise<string> => {
    const body = { room: 'HALL', place, ...(label && { label }) } as const
    return (await client.putShelf(body)).shelf.id
  }
  const first = await put('0x0')
  // What an update replaces counts no more.
  for (let left = 30; left > 0; left--) await put('0x1', 'x'.repeat(1_000_000))
  expect(await put('0x0')).toBe(first)
  for (let at = 2; at < 20; at++) await put(`0x${at}`, 'x'.repeat(1_000_000))
  expect(await put('0x0')).not.toBe(first)
})
