import { expect, it, vi } from 'vitest'
import { postage, scripted } from '../support/parcels/calls.js'
import { answer } from '../support/scripted.js'

it('a test may put its own in the place of a method', async () => {
  const { client } = scripted([answer(422)])
  vi.spyOn(client, 'quotePostage').mockResolvedValue({ id: 'q-1' } as never)
  expect(await client.quotePostage(postage)).toEqual({ id: 'q-1' })
  expect(client.quotePostage).toHaveBeenCalledWith(postage)
})
