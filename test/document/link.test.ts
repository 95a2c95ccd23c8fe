import { expect, it, vi } from 'vitest'
import { readAnswer } from '../../src/call/answer.js'
import { endingOf } from '../../src/call/ending.js'
import { followLink } from '../../src/document/link.js'
import { proofOf, proveAnswer } from '../../src/document/proof.js'
import { errorOf } from '../../src/errors.js'
import type { Failure } from '../../src/failure.js'
import { type Link, type Operation, type Schema } from '../../src/operation.js'
import { callContext } from '../support/call-context.js'
import { conversion } from '../support/examples.js'
import { createStablecoinConversion } from '../support/journal.js'

const input = { ...conversion, amount: '12.50', metadata: { order: '007' } }
const made = { ...input, amount: '12.5', id: 'c-1' }
const other = { ...made, id: 'c-2', ref_id: 'r-2' }
const brief = { id: 'c-1', ref_id: 'r-1' }
const notFound: Schema = {
  type: 'object',
  properties: { code: { type: 'string', enum: ['nothing'] } },
  required: ['code'],
}
const proof = proofOf(createStablecoinConversion, input)
const parameters = { ref_id: ['ref_id'], account: ['counter_id'] }

/** The read of a list that says how its pages go on. */
const paged = {
  response: { type: 'object', properties: { items: true, cursors: true, has_more: true } },
  pagination: { items: ['items'], next: ['cursors', 'after'], parameter: 'after' },
}
/** The read of a list beside a text that it always has. */
const list = { response: { type: 'object', properties: { object: { enum: ['list'] } } } }
const operations = { paged, list } as object as Readonly<Record<string, Operation>>

/** A read of the object itself, of a list, and of a list by pages. */
const rules = {
  object: { operation: 'get', parameters, path: [] },
  inside: { operation: 'get', parameters, path: ['data', 'conversion'] },
  bare: { operation: 'list', parameters, path: [] },
  list: { operation: 'list', parameters, path: ['items'] },
  deep: { operation: 'list', parameters, path: ['data', 'items'] },
  pages: { operation: 'paged', parameters, path: ['items'] },
} satisfies Record<string, Link>

/** A refusal as the client has it: parsed, without secrets, and cut. */
function refusalOf(status: number, body: unknown, more: Record<string, string> = {}): Error {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  const headers = new Headers({ 'content-type': type, age: '0', ...more })
  const response = { status, headers, read: () => ({ bytes }) }
  const answer = { url: '', status, response, body: { bytes } }
  const call = callContext({ answer })
  const { failure } = readAnswer(answer, call)
  return errorOf(failure as Failure, call, endingOf(failure as Failure, call))
}

/** The documented 404, with more in it than has to be there. */
const gone = (more: object = {}, headers?: Record<string, string>): Error =>
  refusalOf(404, { code: 'nothing', ...more }, headers)
const gatewayPage = '<html>404 Not Found</html>'

/** A page with the cursor of the next one, if there is one. */
const page = (items: readonly object[], after?: string | null) => ({
  items,
  ...(after !== undefined && { cursors: { after } }),
})
const endless = Array.from({ length: 10_001 }, (_, at) => page([], `${at}`))

const lease = new Date('2026-11-25T12:00:00.900Z')

const read200 = (data: unknown) => ({ data, status: 200, headers: new Headers() })

/** What reads give, page after page, and what is found by it: the call, nothing, or why nothing is proven. */
const rows: readonly (readonly [
  string,
  keyof typeof rules,
  pages: readonly unknown[],
  end: unknown,
])[] = [
  ['the object', 'object', [made], made],
  ['the object inside of another', 'inside', [{ data: { conversion: made } }], made],
  ['a list that has it', 'bare', [[other, made]], made],
  ['a page that has it', 'list', [{ items: [made], more: 'x' }], made],
  ['its second page', 'pages', [page([other], 'a'), page([made])], made],
  ['it before pages without an end', 'pages', [page([made], 'a'), page([], 'a')], /a cursor twice/],
  ['it on two pages, since it moved', 'pages', [page([made], 'a'), page([made])], made],
  [
    'two of it on two pages',
    'pages',
    [page([made], 'a'), page([{ ...made, id: 'c-2' }])],
    /found has this ref_id twice/,
  ],
  ['a documented 404', 'object', [gone()], undefined],
  ['a documented 404 that says its status', 'object', [gone({ status: '404' })], undefined],
  ['a documented 404 of a list', 'list', [gone()], undefined],
  ['an empty list', 'bare', [[]], undefined],
  ['an empty page', 'list', [page([])], undefined],
  ['an empty page inside of an object', 'deep', [{ data: page([]), meta: {} }], undefined],
  ['an empty page, and no cursor', 'pages', [page([])], undefined],
  ['an empty page, and null for a cursor', 'pages', [page([], null)], undefined],
  ['an empty page, and a blank cursor', 'pages', [page([], '')], undefined],
  ['two empty pages', 'pages', [page([], 'a'), page([])], undefined],

  ["a gateway's 404", 'object', [refusalOf(404, gatewayPage)], /: 404[ ,]/],
  ['the 404 as a web page', 'object', [refusalOf(404, '{"code":"nothing"}')], /: 404[ ,]/],
  ['a documented 404 that a cache had', 'object', [gone({}, { age: '60' })], /: 404[ ,]/],
  ['a 404 of another code', 'object', [gone({ code: 'x' })], /: 404[ ,]/],
  ["a gateway's 404 of JSON", 'object', [refusalOf(404, { message: 'no route' })], /: 404[ ,]/],
  ['a documented 404 that was cut', 'object', [gone({ detail: 'x'.repeat(8_000) })], /: 404[ ,]/],
  ['a documented 404 of the second page', 'pages', [page([], 'a'), gone()], /: 404[ ,]/],
  ['the 404 under another status', 'object', [refusalOf(410, { code: 'nothing' })], /: 410[ ,]/],
  ['another failure', 'object', [new Error('late')], /^late$/],
  ['another', 'object', [other], /found has another ref_id/],
  ['another amount', 'object', [{ ...made, amount: '1' }], /found has another amount/],
  ['no object inside', 'inside', [{ data: {} }], /found is no object/],
  ['a list of others', 'list', [page([other])], /is a list of others/],
  ['pages of others', 'pages', [page([other], 'a'), page([other])], /is a list of others/],
  ['an empty list of errors too', 'list', [{ items: [], errors: [], warnings: [] }], undefined],
  ['no list', 'list', [{ data: [] }], /is no object/],
  ['a page without a list', 'pages', [page([], 'a'), {}], /paged gave no list at items/],
  [
    'a failure and a page',
    'pages',
    [{ ...page([], 'a'), error: 'late' }, page([])],
    /gave a list beside/,
  ],
  // A cursor may have any name.
  ...[
    { next_token: 'a' },
    { after: 7 },
    { has_more: true },
    { page: { end_cursor: ['a'] } },
  ].flatMap((more): (typeof rows)[number][] => {
    const [name] = Object.keys(more)
    const beside = /list gave a list beside what may be a cursor that no x-pagination names/
    return [
      [`${name} beside the list`, 'list', [{ items: [], ...more }], beside],
      [`${name} beside a list in an object`, 'deep', [{ data: { items: [], ...more } }], beside],
      [`${name} above a list in an object`, 'deep', [{ data: { items: [] }, ...more }], beside],
    ]
  }),
  [
    'a cursor under a name that is new',
    'pages',
    [page([], 'a'), { items: [], next_token: 'b' }],
    /paged gave a list beside what may be a cursor/,
  ],
  [
    'its pages, with a member of the document',
    'pages',
    [{ ...page([]), has_more: true }],
    undefined,
  ],
  [
    'nothing beside the list that has a value',
    'list',
    [{ items: [], next: null, more: false, total: 0, page: { after: '', tags: [] } }],
    undefined,
  ],
  ['a text that its document fixes', 'list', [{ items: [], object: 'list' }], undefined],
  [
    'another in its place',
    'list',
    [{ items: [], object: 'page-2' }],
    /list gave a list beside what/,
  ],
  // The lies that are left to the successes next to the call.
  ['a list of a failure', 'list', [{ items: [], success: false }], undefined],
  ['one that asks to come again', 'object', [gone({}, { 'retry-after': '5' })], undefined],
  ['a documented 404 of another status', 'object', [gone({ status: 502 })], undefined],
  ['pages without an end', 'pages', endless, /paged gave more than 10000 pages/],
  // What a look-up by hand may give as well.
  ['an amount as a number', 'object', [{ ...made, amount: 12.5 }], { ...made, amount: 12.5 }],
  ['an amount of another kind', 'object', [{ ...made, amount: [] }], /has another amount/],
  ['null for what was sent', 'object', [{ ...made, metadata: null }], { ...made, metadata: null }],
  ['less than was sent', 'object', [brief], brief],
  [
    'an error with the reference',
    'object',
    [{ ...brief, error: 'X' }],
    /has error, and neither a value that was sent nor profile_id/,
  ],
  [
    'other metadata',
    'object',
    [{ ...made, metadata: { order: '7' } }],
    { ...made, metadata: { order: '7' } },
  ],
  ['no identifier', 'object', [{ ...made, id: undefined }], /has no id/],
  ['an empty identifier', 'object', [{ ...made, id: '' }], /has no id/],
  ['a page in place of it', 'object', [{ items: [made], next: 'c-2', total: 9 }], made],
  ['a page of others', 'object', [{ items: [other] }], /is a list of others, without this ref_id/],
  ['an empty page in place of it', 'object', [page([])], /which may be a part: give the list/],
  ['two empty lists', 'object', [{ items: [], more: [] }], /has no ref_id/],
  ['another with an empty list', 'object', [{ ...other, fees: [] }], /has another ref_id/],
  ['no reference, but an empty list', 'object', [{ id: 'c-1', fees: [] }], /has no ref_id/],
  ['a text', 'object', ['never_came'], /is no object/],
]

it.each(rows)(
  'a link finds what its read has, or says why it proves nothing: %s',
  async (_, rule, pages, end) => {
    const left = pages.values()
    const read = vi.fn(async () => {
      const { value: next } = left.next()
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(read200(next))
    })
    const finding = followLink({ ...rules[rule], notFound }, operations, read, input).then(
      (result) => proveAnswer(proof, input, result),
    )
    if (end instanceof RegExp) await expect(finding).rejects.toThrow(end)
    else expect(await finding).toEqual(end)
  },
)

const constants = { sort: 'newest', limit: 100 }
it.each<[string, more: object, sent: object]>([
  ['by the fields of the request that are there', {}, { ref_id: 'r-1' }],
  ['with a list where one is taken', { lists: ['ref_id'] }, { ref_id: ['r-1'] }],
  ['with each constant as it is', { constants }, { ref_id: 'r-1', ...constants }],
])('a link reads %s, and goes on by the cursor', async (_, more, sent) => {
  const pages = [{ items: [], cursors: { after: 'a' } }, { items: [made] }]
  const read = vi.fn(() => Promise.resolve(read200(pages.shift())))
  const link = { ...rules.pages, ...more, notFound }
  expect(await followLink(link, operations, read, input)).toEqual({ data: [made] })
  expect(read.mock.calls).toEqual([
    ['paged', sent],
    ['paged', { ...sent, after: 'a' }],
  ])
})

it.each([
  ['206', 206, {}],
  ['202', 202, {}],
  ['200 with the link of a next page', 200, { link: '<https://a.example/?page=2>; rel="next"' }],
  ['200 with a link of two relations', 200, { link: '</2>; rel="prefetch next"' }],
  ['200 with a link in single quotes', 200, { link: "</2>; rel = 'next'" }],
  ['200 of some age', 200, { age: '3600' }],
  ['200 from before the end of the lease', 200, { date: 'Wed, 25 Nov 2026 11:59:59 GMT' }],
])('a link believes no empty list of a %s', async (_, status, headers: Record<string, string>) => {
  const read = () => Promise.resolve({ data: [], status, headers: new Headers(headers) })
  const following = followLink({ ...rules.bare, notFound }, operations, read, input, lease)
  await expect(following).rejects.toThrow(/list gave (?:a part|an answer that a cache had)/)
})

it('a link believes an empty list that no cache had', async () => {
  const headers = new Headers({ age: '0', date: 'Wed, 25 Nov 2026 12:00:00 GMT' })
  const read = () => Promise.resolve({ data: [], status: 200, headers })
  const end = followLink({ ...rules.bare, notFound }, operations, read, input, lease)
  expect(await end).toEqual({ data: [] })
})

it('a link gives what a cache or a part had, which proves itself', async () => {
  const headers = new Headers({ age: '9', link: '</2>; rel=next' })
  const read = () => Promise.resolve({ data: [made], status: 206, headers })
  expect(await followLink(rules.bare, operations, read, input, lease)).toEqual({ data: [made] })
})

it.each<[string, Schema | undefined, body: unknown, headers?: Record<string, string>]>([
  ['is not documented', undefined, { code: 'nothing' }],
  ['is any text', { type: 'string' }, gatewayPage],
  ['is from before', notFound, { code: 'nothing' }, { date: 'Wed, 25 Nov 2026 11:59:59 GMT' }],
])('a link believes no 404 whose body %s', async (_, schema, body, headers) => {
  const read = () => Promise.reject(refusalOf(404, body, headers))
  const rule = schema === undefined ? rules.object : { ...rules.object, notFound: schema }
  await expect(followLink(rule, operations, read, input, lease)).rejects.toThrow(/: 404[ ,]/)
})
