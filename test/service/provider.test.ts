import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { NextAnswer } from '../../src/testing.js'
import { quote, unreferenced as conversion } from '../support/examples.js'
import { acmeFolder } from './acme.js'
import { openFakeAndMock, type OperationId } from './stand-ins.js'

const conversions = '/v2/conversion/stablecoins'
const addresses = '/v2/transfer/crypto-destination-address'
const quotes = '/v2/issuer-quote'
const never = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

const folder = await acmeFolder()
const both = await openFakeAndMock(folder)
afterAll(() => Promise.all(both.map(({ stop }) => stop())))

type Json = Readonly<Record<string, unknown>>
const created: OperationId = 'createStablecoinConversion'
const [asProblem, asJson] = ['application/problem+json', 'application/json']
const problem = (status: number) => ({
  ...{
    code: 'not_found',
    status,
    at: '2026-03-02T09:15:30.123456Z',
    instance: 'https://example.com',
  },
  ...{ type: 'about:blank', detail: 'It is gone.' },
})
const refusal = { code: 'refused', title: 'An example' }
const cancel = `${conversions}/${never}/cancel`
const refunds = `${conversions}/${never}/refunds`

describe.each(both)("$title of a provider's document", ({ send, next, update, ready }) => {
  const make = async (more: object): Promise<Json> =>
    (await send('POST', conversions, { ...conversion, ...more })).data
  const search = async (refId: string): Promise<unknown> =>
    (await send('GET', `${conversions}?ref_id=${encodeURIComponent(refId)}`)).data['conversions']

  it.each([
    ['a read by the id of an example', 'GET', `${conversions}/${never}`],
    ['a cancellation', 'POST', cancel],
    ['a deletion', 'DELETE', `${conversions}/${never}`],
    ['what is made below it', 'POST', refunds, { amount: '1' }],
    ['a search', 'GET', `${quotes}/newest?market=OTHER`],
  ])('answers 404 where nothing was made: %s', async (_, method, path, body?) => {
    expect(await send(method, path, body)).toMatchObject({ status: 404 })
  })

  it('finds what was made, by each way that the document has, and nothing else', async () => {
    const none = await send('GET', `${conversions}?ref_id=r-1`)
    const empty = { conversions: [], page: {} }
    expect(none.data).toMatchObject(empty)
    const one = await make({ ref_id: 'r-1' })
    const other = await make({ ref_id: 'r-2' })
    const { profile_id, amount } = conversion
    expect(one).toMatchObject({ profile_id, amount, ref_id: 'r-1' })
    const at = (made: Json, more = '') => `${conversions}/${String(made['id'])}${more}`
    expect(await send('POST', at(one, '/cancel'))).toMatchObject({ status: 204 })
    expect(await send('GET', at(one))).toMatchObject({ data: one })
    expect([await search('r-1'), await search('r-3')]).toEqual([[one], []])
    const { data: first } = await send('POST', at(one, '/refunds'), { amount: '1' })
    const { data: second } = await send('POST', at(one, '/refunds'), { amount: '2' })
    expect((await send('GET', at(one, '/refunds'))).data).toEqual([first, second])
    expect((await send('GET', at(other, '/refunds'))).data).toEqual([])
    expect(new Set([one['id'], first['id'], second['id']]).size).toBe(3)
  })

  it('deletes what was made, once', async () => {
    const path = `${conversions}/${String((await make({ ref_id: 'deleted' }))['id'])}`
    const answers = []
    for (const method of ['DELETE', 'GET', 'DELETE']) answers.push(await send(method, path))
    expect(answers.map(({ status }) => status)).toEqual([204, 404, 404])
    expect(await search('deleted')).toEqual([])
  })

  it('updates what was made, by its reference or id, or says why not', async () => {
    const made = await make({ ref_id: 'settles' })
    await update('settles', { status: 'SETTLED', settled_at: made['created_at'] })
    expect(await search('settles')).toEqual([
      { ...made, status: 'SETTLED', settled_at: made['created_at'] },
    ])
    await update(String(made['id']), { status: 'CANCELLED', ref_id: 'moved' })
    expect(await search('moved')).toMatchObject([{ id: made['id'], status: 'CANCELLED' }])
    expect(await search('settles')).toEqual([])
    await expect(update('never', {})).rejects.toThrow(
      '"never" is the id or reference of nothing that was made',
    )
    await expect(update('settles', { settledAt: '' })).rejects.toThrow(
      'no answer of the document has the field "settledAt"',
    )
    await expect(update('settles', [] as never)).rejects.toThrow('must be an object')
  })

  it('finds an address by its id, and by its network and address, in the form that a read has', async () => {
    const place = { crypto_network: 'BASE', address: '0xabc' }
    const made = (await send('PUT', addresses, place)).data['address'] as Json
    const path = `${addresses}/${String(made['id'])}`
    expect((await send('GET', path)).data).toMatchObject({ id: made['id'], address: '0xabc' })
    const { data: renamed } = await send('PATCH', path, { nickname: 'New' })
    expect(renamed).toEqual({ ...made, nickname: 'New', bookmarked: false })
    const { data } = await send('PUT', addresses, { id: made['id'], bookmarked_status: true })
    expect(data).toEqual({ address: { ...renamed, bookmarked: true } })
    expect((await send('PUT', addresses, place)).data).toEqual(data)
  })

  it('finds the newest of what a search fits, and answers what nothing makes by its example', async () => {
    await send('POST', quotes, quote)
    const { data: second } = await send('POST', quotes, quote)
    expect((await send('GET', `${quotes}/newest?market=PAXGUSD`)).data).toEqual(second)
    expect((await send('GET', '/v2/markets')).data).toEqual([{ name: 'PAXGUSD' }])
  })

  it('gives a list in pages: 7 items by twos, among others', async () => {
    for (let at = 0; at < 14; at++)
      await make({ amount: `${at}`, profile_id: at % 2 ? 'odd' : 'even' })
    const pages: unknown[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined && pages.length < 9;) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`
      const { data } = await send('GET', `${conversions}?profile_id=odd${more}`)
      const amounts = (data['conversions'] as readonly Json[]).map(({ amount }) => amount)
      pages.push(amounts.join())
      cursor = (data['page'] as { next_cursor?: string }).next_cursor
    }
    expect(pages).toEqual(['1,3', '5,7', '9,11', '13'])
    const { data } = await send('GET', `${conversions}?profile_id=odd&limit=5`)
    expect(data['conversions']).toHaveLength(5)
    const none = await send('GET', `${conversions}?limit=0`)
    expect(none.status).toBe(422)
    const invented = await send('GET', `${conversions}?profile_id=odd&cursor=invented`)
    expect(invented.status).toBe(400)
  })

  type Said = readonly [status: number, type: string | null, body: unknown]
  it.each<[string, path: string, body: object | undefined, NextAnswer | undefined, Said]>([
    ['made from its schema', refunds, { amount: '1' }, undefined, [404, asProblem, problem(404)]],
    ['the example of a range', cancel, undefined, undefined, [404, asJson, refusal]],
    ['one that is queued', cancel, undefined, { status: 409 }, [409, asProblem, problem(409)]],
    ['none that is documented', cancel, undefined, { status: 503 }, [503, null, undefined]],
    ['none', cancel, undefined, { status: 409, body: '' }, [409, null, undefined]],
    ['that of 400, without one of 422', refunds, { amount: 1 }, undefined, [400, asJson, refusal]],
  ])('refuses with the documented body: %s', async (_, path, body, answer, says) => {
    if (answer) await next('cancelStablecoinConversion' as OperationId, answer)
    const { status, type, data } = await send('POST', path, body)
    expect([status, type, data]).toEqual(says)
  })

  it('refuses a token that it did not issue, with the documented body', async () => {
    const made = { authorization: 'Bearer made-up' }
    const { status, headers, data } = await send('POST', cancel, undefined, made)
    const said = headers.get('www-authenticate')
    expect([status, said, data]).toEqual([401, 'Bearer error="invalid_token"', refusal])
  })

  it.each<{ fault: NextAnswer; isMade: boolean }>([
    ...(['broken', 'cut', 'drift'] as const).map((fault) => ({ fault, isMade: true })),
    ...(['refused', 'false_success'] as const).map((fault) => ({ fault, isMade: false })),
    ...[503, 422].map((status) => ({ fault: { status }, isMade: false })),
    { fault: { status: 200, body: {} }, isMade: false },
  ])('finds by its reference what was carried out, after $fault: $isMade', async (row) => {
    const ref_id = `found & ${JSON.stringify(row.fault)}/1`
    await next(created, row.fault)
    await make({ ref_id }).catch(() => undefined)
    await ready()
    // `drift` leaves out of the answer what the issuer has all the same.
    const made = {
      ref_id,
      id: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    }
    expect(await search(ref_id)).toEqual(row.isMade ? [expect.objectContaining(made)] : [])
  })

  it('leaves a list as it is where it is told to drift', async () => {
    const { id } = await make({ ref_id: 'refunded' })
    await next('listRefunds' as OperationId, 'drift')
    const { status, data } = await send('GET', `${conversions}/${String(id)}/refunds`)
    expect([status, data]).toEqual([200, []])
  })

  it('answers a repeated reference as the first time, and other content with 422', async () => {
    const body = { ...conversion, ref_id: 'repeated' }
    await next(created, { status: 422 }, 'broken')
    // The first is refused, so that its key is not known; the second is made, and its answer lost.
    expect(await send('POST', conversions, { ...body, amount: '7' })).toMatchObject({ status: 422 })
    await send('POST', conversions, body).catch(() => undefined)
    const first = await make(body)
    expect(first['ref_id']).toBe('repeated')
    expect(await send('POST', conversions, { ref_id: 'repeated', ...conversion })).toMatchObject({
      data: first,
    })
    const other = await send('POST', conversions, { ...body, amount: '2' })
    expect([other.status, other.data]).toEqual([422, refusal])
    expect(await search('repeated')).toEqual([first])
  })

  it('answers a repeated key with 409 and its documented body', async () => {
    const hold = (key?: string) =>
      send('POST', quotes, quote, key ? { 'idempotency-key': key } : {})
    const answers = [await hold('k-1'), await hold('k-1'), await hold('k-2'), await hold()]
    expect(answers).toMatchObject([
      { status: 200 },
      { status: 409, data: { code: 'not_found' } },
      { status: 200 },
      { status: 200 },
    ])
  })
})

it('the fake forgets a key when its lifetime is over', async () => {
  const [fake] = await openFakeAndMock(folder)
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  const statusAt = async (now: number) => {
    clock.mockReturnValue(now)
    return (await fake?.send('POST', quotes, quote, { 'idempotency-key': 'k' }))?.status
  }
  const statuses = [await statusAt(0), await statusAt(3_599_999), await statusAt(3_600_000)]
  expect(statuses).toEqual([200, 409, 200])
})
