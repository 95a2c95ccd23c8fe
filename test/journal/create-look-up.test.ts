import { expect, it } from 'vitest'
import type { CallOptions } from '../../src/index.js'
import { createLookUp } from '../../src/journal.js'
import { failureOf, journalIn, kinds, make, statesOf } from '../support/journal.js'
import { keyedProvider } from '../support/keyed-provider.js'
import { parcel } from '../support/parcels/calls.js'
import { createClient, fakeIssuer } from '../support/parcels/client.js'
import { acme, acmeWith, parcel as acmeParcel } from '../support/provider/acme.js'
import { answer, broken, scripted, type Step } from '../support/scripted.js'

const client = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }

it.each(kinds)(
  "a journal in $name makes calls once by what a provider's document says of repeats and look-ups",
  async (kind) => {
    const provider = await acme()
    const issuer = fakeIssuer({ provider })
    const options = { ...issuer.options, provider }
    const { journal, expire } = await journalIn(kind, { lookUp: createLookUp(options) })
    const call = (ref_id: string, more: Partial<CallOptions> = {}) =>
      createClient({ ...options, journal }).createParcel({ ...acmeParcel, ref_id }, more)
    const postsOf = (refId: string) =>
      issuer.requests.filter(
        ({ method, body }) => method === 'POST' && (body as { ref_id: string }).ref_id === refId,
      ).length
    issuer.next('createParcel', 'broken', { status: 503 })
    for (const refId of ['made', 'lost']) await failureOf(call(refId, { maxRetries: 0 }))
    issuer.next('createParcel', 'broken')
    const made = await call('again')
    await expire()
    expect(await statesOf(journal, 'made', 'lost')).toEqual(['unknown', 'unknown'])
    expect(await journal.settle()).toMatchObject({ succeeded: 1, never_came: 1, failed: [] })
    for (const refId of ['made', 'lost']) await call(refId)
    expect(await call('again')).toEqual(made)
    expect([postsOf('made'), postsOf('lost'), postsOf('again')]).toEqual([1, 2, 1])
  },
)

it('a journal sends no lost parcel again by a list from before the end of its lease', async () => {
  const provider = await acmeWith('createParcel', { key: undefined })
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

it('a look-up says nothing of an operation without a link, and ends when totalTimeout does', async () => {
  let page = 0
  const transport: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return answer(200, { parcels: [], next_cursor: String(++page) })(request)
  }
  const provider = await acme()
  const lookUp = createLookUp({ ...client, provider, transport, totalTimeout: 200 })
  const at = new Date()
  const facts = { body: { ...parcel }, at, lease: at, account: 'acme' }
  expect(await lookUp('r-1', { ...facts, operation: 'quotePostage' })).toBeUndefined()
  expect(page).toBe(0)
  const late = Promise.resolve(lookUp('r-1', { ...facts, operation: 'createParcel' }))
  expect(await failureOf(late)).toMatchObject({ code: 'ERR_TIMEOUT' })
})
