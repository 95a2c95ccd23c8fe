import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CallOptions } from '../../src/index.js'
import { createLookUp, type Journal } from '../../src/journal.js'
import { cases } from '../support/cases.js'
import { failureOf, journalIn, kinds, statesOf } from '../support/journal.js'
import { idempotencyKey, keyedProvider, KeyedService } from '../support/keyed-service.js'
import { parcel, scripted } from '../support/parcels/calls.js'
import { createClient, fakeIssuer } from '../support/parcels/client.js'
import { acme, parcel as acmeParcel } from '../support/provider/acme.js'
import { answer, broken, silence, type Step } from '../support/scripted.js'

const { lifetime } = idempotencyKey
const count = cases(100, 20)
const refIds = Array.from({ length: count }, (_, at) => `r-${at}`)
const client = { baseUrl: 'https://api.example.com', auth: 'tok-1234567' }

type Facts = Parameters<typeof keyedProvider>
const faces = {
  'the first answer': [{ repeated: 'first-answer' }, false],
  'the first answer, and a link': [{ repeated: 'first-answer' }, true],
  '409, and a link': [{ repeated: '409' }, true],
  'nothing, but a link': [undefined, true],
} satisfies Record<string, Facts>

// Waits between attempts are as short as they can be.
beforeAll(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterAll(() => void vi.restoreAllMocks())

/** A service of a provider, and a journal that looks up there where its document says how. */
async function world(kind: (typeof kinds)[number], [key, hasLink]: Facts) {
  const service = new KeyedService(key?.repeated)
  const provider = keyedProvider(key, hasLink)
  /** What becomes of requests at the moment. */
  const now: { step: Step } = { step: service.answer }
  const transport: Step = (request) => now.step(request)
  const lookUp = hasLink ? createLookUp({ ...client, provider, transport }) : undefined
  const opened = await journalIn(kind, { lookUp })
  /** A process of its own. */
  const start = (journal: Journal = opened.journal) => {
    const options = { journal, provider }
    const own = scripted([transport], options)
    const call = (ref_id: string, more: object = {}) =>
      own.client.createParcel({ ...parcel, ref_id }, more)
    return { ...own, call }
  }
  /** Makes calls whose answers are lost, and lets their leases end. */
  const lose = async (refIds: readonly string[], more: object = {}) => {
    now.step = (request) => (request.method === 'GET' ? answer(503) : service.lose)(request)
    const { call } = start()
    await Promise.all(refIds.map((refId) => failureOf(call(refId, more))))
    await opened.expire()
    now.step = service.answer
  }
  /** Makes calls of a process that dies, and lets their leases end. @returns lets it write what it would have, if frozen */
  const die = async (refIds: readonly string[], step: Step = service.hang) => {
    const dead = new AbortController()
    let sent = 0
    now.step = (request) => {
      sent++
      return step(request)
    }
    const { call } = start()
    const killed = refIds.map((refId) => failureOf(call(refId, { signal: dead.signal })))
    await expect.poll(() => sent).toBe(refIds.length)
    await opened.expire()
    now.step = service.answer
    return async () => {
      dead.abort()
      await Promise.all(killed)
    }
  }
  return { ...opened, service, start, now, lose, die }
}

describe.each(kinds)('a journal in $name makes calls once', (kind) => {
  it.each(Object.entries(faces))(
    'where answers are lost and a repeat gets %s',
    async (_, facts) => {
      const { journal, service, start, lose } = await world(kind, facts)
      await lose(refIds)
      expect(new Set(await statesOf(journal, ...refIds))).toEqual(new Set(['unknown']))
      const next = start()
      const made = await Promise.all(refIds.map((refId) => next.call(refId)))
      expect(made.map(({ id }) => id)).toEqual(refIds.map((refId) => `c-${refId}`))
      expect(new Set(await statesOf(journal, ...refIds))).toEqual(new Set(['succeeded']))
      expect([service.made.size, service.wrong]).toEqual([count, []])
    },
  )

  it.each(Object.entries(faces))(
    'where processes are killed before and after and a repeat gets %s',
    async (_, facts) => {
      const { journal, again, service, start, die } = await world(kind, facts)
      let sent = 0
      // Of two requests, one never reaches the service.
      const thaw = await die(refIds, (request) =>
        (sent++ % 2 === 0 ? service.hang : silence)(request),
      )
      const next = start(await again())
      await Promise.all(refIds.map((refId) => next.call(refId)))
      await thaw()
      expect(new Set(await statesOf(journal, ...refIds))).toEqual(new Set(['succeeded']))
      expect([service.made.size, service.wrong]).toEqual([count, []])
    },
  )

  it('where a repeat gets 409 alone, and leaves unknown what it cannot find', async () => {
    const { journal, expire, service, start, now } = await world(kind, [{ repeated: '409' }, false])
    now.step = service.lose
    await failureOf(start().call('made', { maxRetries: 0 }))
    now.step = broken({ code: 'ECONNRESET' })
    await failureOf(start().call('lost', { maxRetries: 0 }))
    await expire()
    now.step = service.answer
    expect(await failureOf(start().call('made'))).toMatchObject({ status: 409, outcome: 'unknown' })
    await start().call('lost')
    expect(await statesOf(journal, 'made', 'lost')).toEqual(['unknown', 'succeeded'])
    expect([service.made.size, service.wrong]).toEqual([2, []])
  })

  it('where the service knows the key no longer, and leaves them unknown', async () => {
    const { journal, run, table, service, start, die } = await world(
      kind,
      faces['the first answer'],
    )
    const thaw = await die(['r-1'])
    await run(`UPDATE ${table} SET since = since - ${lifetime} RETURNING reference`)
    service.forget()
    expect(await failureOf(start().call('r-1'))).toMatchObject({
      code: 'ERR_SENT_BEFORE',
      outcome: 'unknown',
      attempts: 0,
    })
    await thaw()
    expect([await statesOf(journal, 'r-1'), service.posts]).toEqual([['unknown'], 1])
  })

  it.each(['first-answer', '409'] as const)(
    'where the service forgets its keys but can be asked, whose repeat should get %s',
    async (repeated) => {
      const { service, start, now, die } = await world(kind, [{ repeated }, true])
      const thaw = await die(refIds)
      service.forget()
      now.step = (request) =>
        request.method === 'GET' ? answer(503)(request) : service.answer(request)
      expect(await failureOf(start().call('r-1', { totalTimeout: 2_000 }))).toMatchObject({
        code: 'ERR_SENT_BEFORE',
        outcome: 'unknown',
      })
      now.step = service.answer
      const next = start()
      await Promise.all(refIds.map((refId) => next.call(refId)))
      await thaw()
      expect([service.posts, service.wrong]).toEqual([count, []])
    },
  )

  it('where many processes make one again at the same time', async () => {
    const { again, service, start, now, die } = await world(kind, faces['the first answer'])
    const thaw = await die(['r-1'])
    now.step = service.lose
    const journals = await Promise.all(Array.from({ length: 8 }, () => again()))
    const calls = journals.map((journal) =>
      failureOf(start(journal).call('r-1', { maxRetries: 0 })),
    )
    const errors = (await Promise.all(calls)) as { readonly code: string }[]
    expect(errors.filter(({ code }) => code === 'ERR_CONNECTION')).toHaveLength(1)
    expect(errors.filter(({ code }) => code === 'ERR_SENT_BEFORE')).toHaveLength(7)
    await thaw()
    expect([service.posts, service.wrong]).toEqual([2, []])
  })

  it('where the folder of an overlay says what a repeat gets, and how it is looked up', async () => {
    const provider = await acme()
    const issuer = fakeIssuer({ provider })
    const options = { ...issuer.options, provider }
    const { journal, expire } = await journalIn(kind, { lookUp: createLookUp(options) })
    const id = 'createParcel'
    const call = (ref_id: string, more: Partial<CallOptions> = {}) =>
      createClient({ ...options, journal })[id]({ ...acmeParcel, ref_id }, more)
    const once = { maxRetries: 0 }
    issuer.next(id, 'broken', { status: 503 })
    for (const refId of ['made', 'lost']) await failureOf(call(refId, once))
    issuer.next(id, 'broken')
    const made = await call('again')
    await expire()
    expect(await statesOf(journal, 'made', 'lost', 'again')).toEqual([
      ...['unknown', 'unknown', 'succeeded'],
    ])
    expect(await journal.settle()).toMatchObject({ succeeded: 1, never_came: 1, failed: [] })
    for (const refId of ['made', 'lost']) await call(refId)
    const posts = issuer.requests.filter(({ method }) => method === 'POST')
    const of = (refId: string) =>
      posts.filter(({ body }) => (body as { ref_id: string }).ref_id === refId).length
    expect([of('made'), of('lost'), of('again')]).toEqual([1, 2, 1])
    expect(await call('again')).toEqual(made)
  })

  it.each<[string, Step]>([
    ['a status that refuses it', answer(422)],
    ['no token', answer(401)],
    ['another status', answer(409)],
    ['a connection that cannot be made', broken({ code: 'ECONNREFUSED', syscall: 'connect' })],
  ])('that stay unknown where their repeat meets %s', async (_, step) => {
    const { journal, expire, service, start, now, lose } = await world(
      ...[kind, faces['the first answer']],
    )
    await lose(['r-1'], { maxRetries: 0 })
    now.step = step
    const error = await failureOf(start().call('r-1'))
    expect(error).toMatchObject({ outcome: 'unknown' })
    expect(await statesOf(journal, 'r-1')).toEqual(['unknown'])
    await expire()
    now.step = service.answer
    await start().call('r-1')
    expect([await statesOf(journal, 'r-1'), service.wrong]).toEqual([['succeeded'], []])
  })

  it('that stay unknown where the next one is stopped before it is sent', async () => {
    const { journal, lose } = await world(kind, faces['the first answer'])
    await lose(['r-1'], { maxRetries: 0 })
    const provider = keyedProvider(...faces['the first answer'])
    const beforeSend = () => Promise.reject(new Error('no'))
    const stopped = scripted([], { journal, provider, beforeSend }).client
    expect(await failureOf(stopped.createParcel({ ...parcel, ref_id: 'r-1' }))).toMatchObject({
      code: 'ERR_BEFORE_SEND',
      outcome: 'unknown',
    })
    expect(await statesOf(journal, 'r-1')).toEqual(['unknown'])
  })

  it('that had a key of their own, and leaves them unknown', async () => {
    const { service, start, lose } = await world(kind, faces['the first answer'])
    const headers = { 'Idempotency-Key': 'mine' }
    await lose(['r-1'], { headers, maxRetries: 0 })
    for (const more of [{}, { headers }])
      expect(await failureOf(start().call('r-1', more))).toMatchObject({ code: 'ERR_SENT_BEFORE' })
    expect([service.posts, service.wrong]).toEqual([1, []])
  })
})

it.each<[string, object | undefined]>([
  ['no provider', undefined],
  ['a provider without a link', keyedProvider({}, false)],
])('a look-up of %s is refused', (_, provider) => {
  expect(() => createLookUp({ ...client, provider } as Parameters<typeof createLookUp>[0])).toThrow(
    new TypeError('createLookUp: no operation of this provider has a link called lookUp'),
  )
})

it('a look-up says nothing of an operation without a link, and ends when totalTimeout does', async () => {
  let page = 0
  const transport: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return answer(200, { parcels: [], next_cursor: String(++page) })(request)
  }
  const lookUp = createLookUp({
    ...client,
    provider: keyedProvider({}, true),
    transport,
    totalTimeout: 200,
  })
  const facts = { body: { ...parcel }, at: new Date() }
  expect(await lookUp('r-1', { ...facts, operation: 'quotePostage' })).toBeUndefined()
  expect(page).toBe(0)
  const late = lookUp('r-1', { ...facts, operation: 'createParcel' })
  expect(await failureOf(Promise.resolve(late))).toMatchObject({ code: 'ERR_TIMEOUT' })
})
