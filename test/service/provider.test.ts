import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { exampleAnswers } from '../../generated/index.js'
import type { NextAnswer } from '../../src/testing.js'
import { acmeFolder } from '../agreement/acme.js'
import { agreed, ask } from '../agreement/ask.js'
import { bearerOf, type Door, fakeAndMock, type OperationId } from '../agreement/doors.js'
import { quote, unreferenced as conversion } from '../support/examples.js'

const conversions = '/v2/conversion/stablecoins'
const addresses = '/v2/transfer/crypto-destination-address'
const [example] = exampleAnswers['createStablecoinConversion']?.examples ?? []
const never = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

const folder = acmeFolder()
const openAll = async () => {
  const given = await folder
  return Promise.all(fakeAndMock.map((open) => open(given)))
}
const close = (doors: readonly Door[]) => Promise.all(doors.map(({ stop }) => stop()))

let all: readonly Door[]
beforeAll(async () => {
  all = await openAll()
})
afterAll(() => close(all))

type Json = Readonly<Record<string, unknown>>
type Headers = Readonly<Record<string, string>>

/** Sends requests that no client has checked; gives the status and the data of each answer. */
function sender(door: Door) {
  return async (method: string, path: string, body?: object, given: Headers = {}) => {
    const headers = {
      ...given,
      'content-type': 'application/json',
      authorization: await bearerOf(door),
    }
    const more = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await door.send({ method, path, headers, ...more })
    const data = answer.text === '' ? undefined : (JSON.parse(answer.text) as unknown)
    return { status: answer.status, data: data as Json, headers: answer.headers }
  }
}

it.each([
  ['a read by the id of an example', 'GET', `${conversions}/${never}`],
  ['a cancellation', 'POST', `${conversions}/${never}/cancel`],
  ['a deletion', 'DELETE', `${conversions}/${never}`],
  ['a change', 'PATCH', `${addresses}/${never}`, { nickname: 'n' }],
  ['a read of what another schema shows', 'GET', `${addresses}/${never}`],
  ['what is made below it', 'POST', `${conversions}/${never}/refunds`, { amount: '1' }],
  ['a list below it', 'GET', `${conversions}/${never}/refunds`],
  ['a search', 'GET', '/v2/issuer-quote/newest?market=PAXGUSD'],
])(
  'the fake and the mock answer 404 where nothing was made: %s',
  async (_, method, path, body?) => {
    agreed(await ask(all, async (door) => (await sender(door)(method, path, body)).status), 404)
  },
)

it('the fake and the mock find what was made, by each way that the document has, and nothing else', async () => {
  for (const [, found] of await ask(all, async (door) => {
    const send = sender(door)
    expect(await send('GET', `${conversions}?ref_id=r-1`)).toMatchObject({
      data: { conversions: [], has_more: false, page: { next_cursor: null } },
    })
    const { data: one } = await send('POST', conversions, { ...conversion, ref_id: 'r-1' })
    const { data: other } = await send('POST', conversions, { ...conversion, ref_id: 'r-2' })
    const at = (id: unknown, more = '') => `${conversions}/${String(id)}${more}`
    const gone = await send('DELETE', at(one['id']))
    const cancelled = await send('POST', at(one['id'], '/cancel'))
    const refunds = [at(one['id'], '/refunds'), at(other['id'], '/refunds')] as const
    const { data: first } = await send('POST', refunds[0], { amount: '1' })
    const { data: second } = await send('POST', refunds[0], { amount: '2' })
    return {
      one,
      first,
      second,
      statuses: [gone.status, cancelled.status],
      byId: (await send('GET', at(one['id']))).data,
      byReference: (await send('GET', `${conversions}?ref_id=r-1`)).data['conversions'],
      ofNone: (await send('GET', `${conversions}?ref_id=r-3`)).data['conversions'],
      refunds: (await send('GET', refunds[0])).data,
      ofOther: (await send('GET', refunds[1])).data,
    }
  })) {
    const { one, first, second } = found
    const { profile_id, amount } = conversion
    expect(one).toMatchObject({ profile_id, amount, ref_id: 'r-1' })
    // Whether a provider forgets what was deleted is open, and a look-up must not say that it never was.
    expect(found).toMatchObject({ byId: one, byReference: [one], statuses: [204, 204] })
    expect(found).toMatchObject({ ofNone: [], refunds: [first, second], ofOther: [] })
    expect(new Set([one['id'], first['id'], second['id']]).size).toBe(3)
  }
})

it('the fake and the mock answer the example of a request that makes something, which is then found', async () => {
  const fresh = await openAll()
  const answers = await ask(fresh, async (door) => {
    const send = sender(door)
    const made = await send('POST', conversions, example?.request)
    return [made.data, (await send('GET', `${conversions}/${never}`)).data]
  })
  await close(fresh)
  agreed(answers, [example?.response, example?.response])
})

it('the fake and the mock find an address by its id in the form that a read has, and change it', async () => {
  for (const [, { made, details, renamed, again }] of await ask(all, async (door) => {
    const send = sender(door)
    const place = { crypto_network: 'BASE', address: '0xabc' }
    const { data } = await send('PUT', addresses, place)
    const made = data['address'] as Json
    const path = `${addresses}/${String(made['id'])}`
    const { data: details } = await send('GET', path)
    const { data: renamed } = await send('PATCH', path, { nickname: 'New' })
    return { made, details, renamed, again: (await send('PUT', addresses, place)).data }
  })) {
    expect(details).toMatchObject({ id: made['id'], address: '0xabc' })
    expect(renamed).toEqual({ ...made, nickname: 'New' })
    expect(again).toEqual({ address: renamed })
  }
})

it('the fake and the mock find the newest of what a search fits, and answer what nothing makes by its example', async () => {
  for (const [, [second, found, other, markets]] of await ask(all, async (door) => {
    const send = sender(door)
    await send('POST', '/v2/issuer-quote', quote)
    const { data: second } = await send('POST', '/v2/issuer-quote', quote)
    const { data: found } = await send('GET', '/v2/issuer-quote/newest?market=PAXGUSD')
    const { status } = await send('GET', '/v2/issuer-quote/newest?market=OTHER')
    return [second, found, status, (await send('GET', '/v2/markets')).data] as const
  })) {
    expect(found).toEqual(second)
    expect([other, markets]).toEqual([404, [{ name: 'PAXGUSD' }]])
  }
})

it('the fake and the mock give a list in pages: 7 items by twos, among others', async () => {
  for (const [, { pages, unknown }] of await ask(all, async (door) => {
    const send = sender(door)
    for (let at = 0; at < 14; at++)
      await send('POST', conversions, {
        ...conversion,
        amount: `${at}`,
        profile_id: at % 2 ? 'odd' : 'even',
      })
    const pages: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null && pages.length < 9;) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`
      const { data } = await send('GET', `${conversions}?profile_id=odd${more}`)
      const amounts = (data['conversions'] as readonly Json[]).map(({ amount }) => amount)
      pages.push([amounts.join(), data['has_more']])
      cursor = (data['page'] as { next_cursor: string | null }).next_cursor
    }
    const unknown = await send('GET', `${conversions}?profile_id=odd&cursor=invented`)
    return { pages, unknown: unknown.status }
  })) {
    const amounts = ['1,3', '5,7', '9,11', '13']
    expect(pages).toEqual(amounts.map((page) => [page, page !== '13']))
    expect(unknown).toBe(400)
  }
})

const problem = { code: 'not_found', status: 400, at: '2026-01-01T00:00:00Z' }
const [asProblem, asJson] = ['application/problem+json', 'application/json']
const refusal = { code: 'refused', title: 'An example' }

type Said = readonly [status: number, type: string | null, body: unknown]
const cancel = `/${never}/cancel`
const refunds = `/${never}/refunds`
it.each<[string, path: string, body: object | undefined, NextAnswer | undefined, Said]>([
  ['made from its schema', refunds, { amount: '1' }, undefined, [404, asProblem, problem]],
  ['the example of a range', cancel, undefined, undefined, [404, asJson, refusal]],
  ['one that is queued', cancel, undefined, { status: 409 }, [409, asProblem, problem]],
  ['none that is documented', cancel, undefined, { status: 503 }, [503, null, undefined]],
  ['none', cancel, undefined, { status: 409, body: '' }, [409, null, undefined]],
  ['that of 400, without one of 422', refunds, { amount: 1 }, undefined, [400, asJson, refusal]],
])(
  'the fake and the mock refuse with the documented body: %s',
  async (_, path, body, next, says) => {
    const id = (path === cancel ? 'cancelStablecoinConversion' : 'createRefund') as OperationId
    const answers = await ask(all, async (door) => {
      if (next) await door.next?.(id, next)
      const answer = await sender(door)('POST', conversions + path, body)
      return [answer.status, answer.headers.get('content-type'), answer.data]
    })
    agreed<unknown>(answers, says)
  },
)

it('the fake and the mock refuse a token with the documented body, where they know the operation', async () => {
  const answers = await ask(all, async (door) => {
    const path = `${conversions}/${never}/cancel`
    const answer = await door.send({ method: 'POST', path, headers: { authorization: 'Bearer x' } })
    const { status, headers, text } = answer
    return [status, headers.get('www-authenticate'), JSON.parse(text) as unknown]
  })
  agreed(answers, [401, 'Bearer error="invalid_token"', refusal])
})

it.each<{ fault: NextAnswer; isMade: boolean }>([
  ...(['broken', 'cut', 'drift'] as const).map((fault) => ({ fault, isMade: true })),
  ...(['refused', 'false_success'] as const).map((fault) => ({ fault, isMade: false })),
  ...[503, 422].map((status) => ({ fault: { status }, isMade: false })),
  { fault: { status: 200, body: {} }, isMade: false },
])(
  'the fake and the mock find by its reference what was carried out, after $fault: $isMade',
  async ({ fault, isMade }) => {
    const ref_id = `found & ${JSON.stringify(fault)}/1`
    const answers = await ask(all, async (door) => {
      const send = sender(door)
      await door.next?.('createStablecoinConversion', fault)
      await send('POST', conversions, { ...conversion, ref_id }).catch(() => undefined)
      await door.ready()
      const { data } = await send('GET', `${conversions}?ref_id=${encodeURIComponent(ref_id)}`)
      const found = data['conversions'] as readonly Json[]
      // `drift` leaves out of the answer what the issuer has all the same.
      return found.map((one) => [one['ref_id'], typeof one['id'], typeof one['updated_at']])
    })
    agreed(answers, isMade ? [[ref_id, 'string', 'string']] : [])
  },
)

it('the fake and the mock answer a repeated reference as the first time, and other content with 422', async () => {
  for (const [, { first, again, other, made }] of await ask(all, async (door) => {
    const send = sender(door)
    const body = { ...conversion, ref_id: 'repeated' }
    await door.next?.('createStablecoinConversion', { status: 422 }, 'broken')
    // The first is refused, so that its key is not known; the second is made, and its answer lost.
    const refused = await send('POST', conversions, { ...body, amount: '7' })
    expect(refused.status).toBe(422)
    await send('POST', conversions, body).catch(() => undefined)
    const first = await send('POST', conversions, body)
    const again = await send('POST', conversions, { ref_id: 'repeated', ...conversion })
    const other = await send('POST', conversions, { ...body, amount: '2' })
    const { data } = await send('GET', `${conversions}?ref_id=repeated`)
    return { first, again, other, made: data['conversions'] }
  })) {
    expect([first.status, first.data['ref_id']]).toEqual([200, 'repeated'])
    expect(again.data).toEqual(first.data)
    expect([other.status, other.data]).toEqual([422, refusal])
    expect(made).toEqual([first.data])
  }
})

/** Holds a quote under a key. */
async function hold(door: Door, key?: string): Promise<readonly unknown[]> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  const { status, data } = await sender(door)('POST', '/v2/issuer-quote', quote, headers)
  return [status, data['code'] ?? typeof data['quote_id']]
}
const held = [200, 'string']

it('the fake and the mock answer a repeated key with 409 and its documented body', async () => {
  const answers = await ask(all, async (door) => [
    ...[await hold(door, 'k-1'), await hold(door, 'k-1'), await hold(door, 'k-2')],
    await hold(door),
  ])
  agreed<unknown>(answers, [held, [409, 'not_found'], held, held])
})

it('the fake forgets a key when its lifetime is over', async () => {
  const fresh = await openAll()
  onTestFinished(() => void close(fresh))
  const [fake] = fresh
  if (fake === undefined) throw new Error('there is no fake')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  expect(await hold(fake, 'k-3')).toEqual(held)
  clock.mockReturnValue(3_599_999)
  expect(await hold(fake, 'k-3')).toEqual([409, 'not_found'])
  clock.mockReturnValue(3_600_000)
  expect(await hold(fake, 'k-3')).toEqual(held)
})
