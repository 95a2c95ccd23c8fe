import { expect, it } from 'vitest'
import { createLookUp } from '../../src/journal.js'
import { failureOf } from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { parcel } from '../support/parcels/calls.js'
import { acme } from '../support/provider/acme.js'
import { answer, type Step } from '../support/scripted.js'

const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }
const at = new Date(0)
const facts = { operation: 'createParcel', body: { ...parcel }, at, lease: at, account: 'acme' }

it.each<[string, object | undefined]>([
  ['no provider', undefined],
  ['a provider without a link', keyedProvider],
])('a look-up is not made of %s', (_, provider) => {
  const given = { ...options, provider } as Parameters<typeof createLookUp>[0]
  const refusal = 'createLookUp: no operation of this provider has a link called lookUp'
  expect(() => createLookUp(given)).toThrow(new TypeError(refusal))
})

it('a look-up repeats its read, also where maxRetries is 0', async () => {
  const steps = [answer(503), answer(200, { parcels: [] })]
  const transport: Step = (request) => (steps.shift() as Step)(request)
  const lookUp = createLookUp({ ...options, provider: acme, transport, maxRetries: 0 })
  expect(await lookUp('r-1', facts)).toEqual({ data: [] })
})

it('a look-up says nothing of an operation without a link, of another base URL or from before the end of a lease, and ends when totalTimeout does', async () => {
  let page = 0
  const transport: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    const found = { parcels: [], ...(page++ && { next_cursor: `${page}` }) }
    return answer(200, found, { date: new Date().toUTCString() })(request)
  }
  const lookUp = createLookUp({ ...options, provider: acme, transport, totalTimeout: 200 })
  expect(await lookUp('r-1', { ...facts, operation: 'quotePostage' })).toBeUndefined()
  await expect(lookUp('r-1', { ...facts, account: 'https://sandbox.example.com' })).rejects.toThrow(
    'r-1 was sent to https://sandbox.example.com, and is not looked up at https://api.example.com',
  )
  expect(page).toBe(0)
  const lease = new Date(Date.now() + 60_000)
  await expect(lookUp('r-1', { ...facts, lease })).rejects.toThrow(
    'gave a part, or an answer that a cache had',
  )
  const late = Promise.resolve(lookUp('r-1', facts))
  expect(await failureOf(late)).toMatchObject({ code: 'ERR_TIMEOUT' })
})
