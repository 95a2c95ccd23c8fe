import { expect, it } from 'vitest'
import { createLookUp } from '../../src/journal.js'
import { failureOf, journalIn, kinds, make } from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { parcel } from '../support/parcels/calls.js'
import { createClient } from '../support/parcels/client.js'
import { acme as provider, acmeWith, parcel as acmeParcel } from '../support/provider/acme.js'
import { answer, broken, scripted, type Step } from '../support/scripted.js'

const client = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }

it('a journal sends no lost parcel again by a list from before the end of its lease', async () => {
  const provider = acmeWith('createParcel', { key: undefined })
  const old = answer(200, { parcels: [] }, { date: new Date(0).toUTCString() })
  const { options, sent } = scripted([broken({ code: 'ECONNRESET' }), old, make], { provider })
  const { journal, run, table } = await journalIn(kinds[0], {
    lookUp: createLookUp({ ...options, provider }),
  })
  const client = createClient({ ...options, journal })
  const call = () => client.createParcel({ ...acmeParcel, ref_id: 'r-1' }).catch(String)
  await call()
  await run(`UPDATE ${table} SET lease = 1000 RETURNING reference`)
  await call()
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET'])
})

it.each<[string, object | undefined]>([
  ['no provider', undefined],
  ['a provider without a link', keyedProvider],
])('a look-up is not made of %s', (_, provider) => {
  const options = { ...client, provider } as Parameters<typeof createLookUp>[0]
  const refusal = 'createLookUp: no operation of this provider has a link called lookUp'
  expect(() => createLookUp(options)).toThrow(new TypeError(refusal))
})

it('a look-up says nothing of an operation without a link or of another base URL, and ends when totalTimeout does', async () => {
  let page = 0
  const transport: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return answer(200, { parcels: [], next_cursor: String(++page) })(request)
  }
  const lookUp = createLookUp({ ...client, provider, transport, totalTimeout: 200 })
  const at = new Date()
  const facts = { body: { ...parcel }, at, lease: at, account: 'acme' }
  expect(await lookUp('r-1', { ...facts, operation: 'quotePostage' })).toBeUndefined()
  const elsewhere = { operation: 'createParcel', account: 'https://sandbox.example.com' }
  await expect(lookUp('r-1', { ...facts, ...elsewhere })).rejects.toThrow(
    'r-1 was sent to https://sandbox.example.com, and is not looked up at https://api.example.com',
  )
  expect(page).toBe(0)
  const late = Promise.resolve(lookUp('r-1', { ...facts, operation: 'createParcel' }))
  expect(await failureOf(late)).toMatchObject({ code: 'ERR_TIMEOUT' })
})
