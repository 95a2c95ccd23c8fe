// What a link finds counts at once, for the call itself, the next one and settle; that it finds nothing, only after the lease.

import { describe, expect, it } from 'vitest'
import type { ApiError, CallOptions, ClientOptions } from '../../src/index.js'
import type { Journal, JournalOptions, JournalRow } from '../../src/journal.js'
import { fakeIssuer } from '../../src/testing.js'
import { acmeWith } from '../support/acme.js'
import { callerOf, journalIn, kinds, madeOf, make } from '../support/journal.js'
import { expectNear } from '../support/journal-rows.js'
import { answer, broken, type Step } from '../support/scripted.js'

const operation = 'createStablecoinConversion'
const provider = acmeWith(operation, { key: undefined })
const lost = broken({ code: 'ECONNRESET', syscall: 'read' })
const nothing = { status: 200, body: { conversions: [] } }

describe.each(kinds)('a lost answer of a journal in $name', (kind) => {
  /** A service whose conversions are carried out; their callers get `onPost` in the place of the answer. */
  async function world(options: Partial<JournalOptions> = {}, onPost?: Step) {
    const issuer = fakeIssuer({ provider })
    const transport: Step = async (request) => {
      const reply = await issuer.options.transport(request)
      const isConversion = request.url.endsWith('/v2/conversion/stablecoins')
      return isConversion && onPost ? onPost(request) : reply
    }
    const opened = await journalIn(kind, options)
    const callerIn = (journal: Journal, more: Partial<ClientOptions> = {}) => {
      const caller = callerOf(journal, [], { ...issuer.options, transport, ...more })
      const call = (body: object = {}, own: CallOptions = {}) =>
        caller.call({ purpose: 'TREASURY', ...body }, own)
      return { ...caller, call }
    }
    const posts = () => issuer.requests.filter(({ method }) => method === 'POST').length
    return { ...opened, ...callerIn(opened.journal), callerIn, issuer, posts }
  }

  it('is found by the call itself, which keeps it, and says so', async () => {
    const { issuer, call, row, events } = await world()
    issuer.next(operation, 'broken')
    const made = await call()
    expect(await row()).toMatchObject({ state: 'succeeded', data: made })
    expect(events.at(-1)).toMatchObject({ type: 'end', found: true, attempts: 1 })
    expect(await call()).toEqual(made)
    expect(events.at(-1)).not.toHaveProperty('found')
    expect(issuer.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it('is found by settle and by other calls while its own call is under way, which gives the same', async () => {
    let end = (): void => undefined
    const endings: Step[] = [lost, answer(422), answer(200, madeOf('other')), make]
    const { posts, call, row, again, callerIn, journal, events } = await world({}, async (one) => {
      await new Promise<void>((resolve) => (end = resolve))
      return endings.shift()?.(one) as never
    })
    for (const [at, ref_id] of ['r-1', 'r-2', 'r-3', 'r-4'].entries()) {
      const own = call({ ref_id })
      await expect.poll(posts).toBe(at + 1)
      const others = [callerIn(await again()), callerIn(await again())]
      const found = others.map((other) => other.call({ ref_id }))
      const [same, second] = await Promise.all([...found, journal.settle()])
      expect(second).toEqual(same)
      expect(await row(ref_id)).toMatchObject({ state: 'succeeded', data: same })
      end()
      expect(await own).toEqual(same)
      expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', found: true, attempts: 1 })
      expect(await row(ref_id)).toMatchObject({ state: 'succeeded', data: same })
    }
    expect(posts()).toBe(4)
  })

  it('is found before a further attempt of its own call, which is then not made', async () => {
    const { posts, call, journal, events } = await world({}, async (request) => {
      await journal.settle()
      return answer(429, {}, { 'retry-after': '0' })(request)
    })
    expect(await call()).toMatchObject({ ref_id: 'r-1' })
    expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', found: true, attempts: 1 })
    expect(posts()).toBe(1)
  })

  it('is sent again only after its lease, and next to one that is found', async () => {
    const { issuer, posts, call, journal, expire } = await world()
    issuer.next(operation, { status: 503 })
    for (let time = 0; time < 3; time++) await call({}, { maxRetries: 0 })
    await journal.settle()
    await expire()
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed: [{}] })
    expect(posts()).toBe(1)
    await call({ ref_id: 'known' })
    expect(await call()).toMatchObject({ ref_id: 'r-1' })
    expect(posts()).toBe(3)
  })

  it('is settled by a client of its account, and is left where this process has none', async () => {
    const { issuer, call, again, callerIn, journal } = await world()
    issuer.next(operation, 'broken')
    issuer.next('listConversions', nothing)
    await call({}, { maxRetries: 0 })
    const error = { message: 'no client of this journal has the account https://issuer.invalid' }
    const left = { succeeded: 0, left: 1, failed: [{ refId: 'r-1', error }] }
    const alone = await again()
    expect(await alone.settle()).toMatchObject(left)
    callerIn(alone, { baseUrl: 'https://other.example.com' })
    expect(await alone.settle()).toMatchObject(left)
    callerIn(alone, { maxRetries: 0 })
    expect(await alone.settle()).toMatchObject({ succeeded: 1, failed: [] })
    expect(await journal.settle()).toMatchObject({ succeeded: 0, left: 0, passed: 0, failed: [] })
  })

  it('is told by settle in words of a look-up, where its read fails', async () => {
    const { issuer, call, journal } = await world()
    issuer.next(operation, 'broken')
    for (let at = 0; at < 2; at++) issuer.next('listConversions', { status: 403 })
    await call({}, { maxRetries: 0 })
    const message = 'its look-up failed: GET /v2/acme/conversions: 403 after 1 attempt'
    const failed = [{ refId: 'r-1', error: { message } }]
    expect(await journal.settle()).toMatchObject({ left: 1, failed })
  })

  it('is looked up by the option lookUp, where there is one', async () => {
    const asked: string[] = []
    const lookUp: JournalOptions['lookUp'] = (refId, { at, lease, account }) => {
      asked.push(account)
      expect(lease.getTime() - at.getTime()).toBeGreaterThan(899_000)
      return asked.length === 1 ? undefined : { data: [madeOf(refId)] }
    }
    const { issuer, call } = await world({ lookUp })
    issuer.next(operation, 'broken')
    expect(await call()).toMatchObject({ id: 'c-r-1' })
    expect(asked).toHaveLength(2)
    expect(issuer.requests).toHaveLength(1)
  })

  it.each<[string, JournalOptions['lookUp'], () => CallOptions, string]>([
    ['its link hangs', undefined, () => ({}), 'no complete response in time'],
    ['its link is aborted', undefined, () => ({ signal: AbortSignal.timeout(99) }), 'aborted by'],
    ['the option lookUp hangs', () => new Promise(() => 0), () => ({}), 'failed: no time was left'],
    ['the option lookUp throws', () => Promise.reject(new Error('no')), () => ({}), 'failed: no'],
  ])('is unknown in the journal where %s', async (_, lookUp, options, message) => {
    const { issuer, call, row } = await world({ lookUp })
    issuer.next(operation, 'broken')
    issuer.next('listConversions', 'no_answer')
    const start = performance.now()
    const error = (await call({}, { timeout: 300, ...options() })) as ApiError
    // A look-up takes as long as an attempt at most, and not what is left of 30 s.
    expect(performance.now() - start).toBeLessThan(9_000)
    const { lease, ...left } = (await row()) as JournalRow
    expect(left).toMatchObject({ state: 'unknown', code: error.code })
    expect(error.message).toContain(message)
    expectNear(error, lease)
    expect(error.message).toContain(
      `make the same call again from ${error.retryAt?.toISOString()} on`,
    )
  })
})
