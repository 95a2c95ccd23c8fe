// The items of every page of a list, by `x-pagination` of a provider's document.

import { expect, it } from 'vitest'
import { acme as provider } from '../support/acme.js'
import { useFakeClock } from '../support/clock.js'
import { answer, ended, scripted, silence, type Step } from '../support/scripted.js'

useFakeClock()

const page = (ids: string[], next_cursor?: unknown, more: object = {}) =>
  answer(200, { conversions: ids.map((id) => ({ id })), next_cursor, ...more })
const [first, last] = [page(['a', 'b'], 'p-2'), page(['c'])]

/** The ids that a loop gets, before it ends or fails, and its failure. */
async function loop(list: AsyncIterable<{ id: string }>, most = Infinity) {
  const ids: string[] = []
  const run = async (): Promise<void> => {
    for await (const { id } of list) if (ids.push(id) >= most) break
  }
  return { error: await ended(run()), ids: ids.join() }
}

const invalid = (message: string) => ({
  ...{ code: 'ERR_INVALID_RESPONSE', operation: 'listConversions', status: 200 },
  message: expect.stringContaining(`GET /v2/acme/conversions: 200 with ${message}`) as string,
})

it.each<[string, Step[], ids: string, error: object | undefined, requests: number]>([
  ['has each page', [first, page([], 'p-3'), last], 'a,b,c', undefined, 3],
  ['ends with a cursor that is null', [first, page(['c'], null)], 'a,b,c', undefined, 2],
  ['ends with a cursor that is blank', [first, page(['c'], '')], 'a,b,c', undefined, 2],
  ['fails at a page that fails', [first, answer(422)], 'a,b', { code: 'ERR_API', status: 422 }, 2],
  [
    'fails at a cursor that comes twice',
    [first, page(['c'], 'p-2')],
    'a,b,c',
    invalid('a cursor twice'),
    2,
  ],
  [
    'fails at a cursor that is no text',
    [page(['a'], { p: 2 })],
    'a',
    { code: 'ERR_INVALID_REQUEST', message: expect.stringContaining('cursor') as string },
    1,
  ],
  [
    'fails where the list is none',
    [first, page([], 'p-3', { conversions: 'none' })],
    'a,b',
    invalid('no list at conversions'),
    2,
  ],
])('a loop over all pages %s', async (_, steps, ids, error, requests) => {
  const { client, sent } = scripted(steps, { provider })
  expect(await loop(client.listConversions.all())).toEqual({
    error: error && (expect.objectContaining(error) as object),
    ids,
  })
  expect(sent).toHaveLength(requests)
})

const cut = {
  path: ['next_cursor'],
  message: expect.stringContaining('the list may go on') as string,
}

it.each<[string, first: Step, input: object, doubts: object[]]>([
  [
    'as many items as the default, beside an unknown member',
    page(['a', 'b'], '', { next: 'n' }),
    {},
    [cut],
  ],
  [
    'as many items as were asked for, beside one',
    page(['a'], undefined, { next: 'n' }),
    { limit: 1 },
    [cut],
  ],
  [
    'a Link to a next page',
    answer(200, { conversions: [] }, { link: '</v2/acme/conversions?cursor=2>; rel="next"' }),
    {},
    [cut],
  ],
  // A list may end with a full page.
  ['as many items as the default, and nothing else', page(['a', 'b']), {}, []],
  ['fewer items, beside an unknown member', page(['a'], '', { next: 'n' }), {}, []],
  [
    'as many items, beside an unknown member without a value',
    page(['a', 'b'], '', { next: null }),
    {},
    [],
  ],
])('a last page with %s is reported as its signs say', async (_, first, input, doubts) => {
  const { client, events } = scripted([first], { provider })
  expect(await loop(client.listConversions.all(input))).toMatchObject({ error: undefined })
  const issues = events.flatMap((event) => (event.type === 'drift' ? event.issues : []))
  expect(issues.filter(({ message }) => message.includes('may go on'))).toEqual(doubts)
})

it('a loop over pages without an end fails after 10,000 of them', async () => {
  let pages = 0
  const { client } = scripted([(one) => page([], `p-${++pages}`)(one)], { provider })
  const { error } = await loop(client.listConversions.all())
  expect(error).toMatchObject(invalid('more than 10000 pages'))
  expect(pages).toBe(10_000)
})

it('a loop sends nothing before it begins, and nothing after a break', async () => {
  const { client, sent } = scripted([first, last], { provider })
  const list = client.listConversions.all({ limit: 2 })
  expect(sent).toEqual([])
  expect(await loop(list, 2)).toEqual({ error: undefined, ids: 'a,b' })
  expect(sent).toHaveLength(1)
})

it('each page is a call with the input and the options, after the cursor of the one before', async () => {
  const { client, sent, events } = scripted([first, last], { provider })
  const headers = { 'X-Account': 'b' }
  await loop(client.listConversions.all({ ref_id: 'r-1', cursor: 'p-1' }, { headers }))
  const path = 'https://api.example.com/v2/acme/conversions?ref_id=r-1'
  expect(sent.map(({ url }) => url)).toEqual([`${path}&cursor=p-1`, `${path}&cursor=p-2`])
  expect(sent.map((one) => one.headers['x-account'])).toEqual(['b', 'b'])
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(2)
})

it('the limits of a loop are those of each page, and its signal ends it', async () => {
  const slowly: Step = (one) => new Promise((resolve) => setTimeout(() => resolve(first(one)), 900))
  const given = new AbortController()
  const steps = [slowly, page(['c'], 'p-3'), silence]
  const { client, sent } = scripted(steps, { provider })
  const options = { totalTimeout: 1_000, signal: given.signal }
  setTimeout(() => given.abort(), 1_500)
  expect(await loop(client.listConversions.all({}, options))).toMatchObject({
    error: { code: 'ERR_ABORTED' },
    ids: 'a,b,c',
  })
  expect(sent).toHaveLength(3)
})

it('an input that does not fit fails where the loop begins, and nothing is sent', async () => {
  const { client, sent } = scripted([first], { provider })
  // @ts-expect-error no parameter of this operation
  const list: AsyncIterable<{ id: string }> = client.listConversions.all({ profile_id: 'p' })
  expect(await loop(list)).toMatchObject({ error: { code: 'ERR_INVALID_REQUEST' }, ids: '' })
  expect(sent).toEqual([])
})
