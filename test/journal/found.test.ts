// What a link finds counts at once, for the call itself, the next one and settle; that it finds nothing, only after the lease.

import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  type ClientEvent,
  type ClientOptions,
  createClient,
  type Transport,
} from '../../src/index.js'
import type { Journal, JournalOptions } from '../../src/journal.js'
import { acmeWith, conversion } from '../support/acme.js'
import { begin, createStablecoinConversion, journalIn, kinds } from '../support/journal.js'
import { answer, broken, silence, type Step } from '../support/scripted.js'

const provider = acmeWith('createStablecoinConversion', { key: undefined })
const order = { ...conversion, ref_id: 'r-1' }
const lost = broken({ code: 'ECONNRESET', syscall: 'read' })
const anyDate = expect.any(Date) as Date
const sentBefore = { code: 'ERR_SENT_BEFORE', outcome: 'unknown', attempts: 0 }

/** A service that makes what it is sent, and shows it, unless it is told otherwise. */
function service() {
  const made: { ref_id: string; id: string }[] = []
  const requests: string[] = []
  const state = {
    made,
    requests,
    /** What the client gets of a request that was carried out. */
    onPost: undefined as Step | undefined,
    /** Whether it is carried out, and what a read gives in the place of what was made. */
    isMade: true,
    onGet: undefined as Step | undefined,
    counts: () => ['POST', 'GET'].map((name) => requests.filter((one) => one === name).length),
  }
  const transport: Transport = (request) => {
    requests.push(request.method)
    if (request.method === 'GET') {
      const refId = new URL(request.url).searchParams.get('ref_id')
      const conversions = made.filter(({ ref_id }) => ref_id === refId)
      return (state.onGet ?? answer(200, { conversions }))(request)
    }
    const body = JSON.parse(request.body ?? '') as { ref_id: string }
    const one = { ...body, id: `c-${made.length + 1}` }
    if (state.isMade) made.push(one)
    return (state.onPost ?? answer(200, one))(request)
  }
  return { state, transport }
}

describe.each(kinds)('a lost answer of a journal in $name', (kind) => {
  async function world(options: Partial<JournalOptions> = {}) {
    const { state, transport } = service()
    const opened = await journalIn(kind, options)
    const events: ClientEvent[] = []
    const base = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', transport, provider }
    const clientOf = (journal: Journal, more: Partial<ClientOptions> = {}) =>
      createClient<typeof provider>({
        ...base,
        journal,
        onEvent: (one) => void events.push(one),
        ...(more as object),
      })
    const client = clientOf(opened.journal)
    const call = (by = client, body: object = {}, own: CallOptions = {}): Promise<unknown> =>
      by.createStablecoinConversion({ ...order, ...body }, own).then(
        (data) => data,
        (error: unknown) => error,
      )
    const row = async (refId = 'r-1') => opened.journal.find(refId)
    return { ...opened, state, clientOf, client, call, row, events }
  }

  it('is found by the call itself, which keeps it, and says so', async () => {
    const { state, call, row, events } = await world()
    state.onPost = lost
    expect(await call()).toMatchObject({ id: 'c-1' })
    expect(await row()).toMatchObject({ state: 'succeeded', data: { id: 'c-1' } })
    expect(events.at(-1)).toMatchObject({ type: 'end', found: true, attempts: 1 })
    expect(await call()).toMatchObject({ id: 'c-1' })
    expect(events.at(-1)).not.toHaveProperty('found')
    expect(state.counts()).toEqual([1, 1])
  })

  it('is found by the next call within the lease, or by settle, but never sent again', async () => {
    const { state, call, row, journal } = await world()
    state.onPost = lost
    state.onGet = answer(200, { conversions: [] })
    for (const ref_id of ['r-1', 'r-2']) {
      const error = await call(undefined, { ref_id })
      expect(error).toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
      expect(error).toMatchObject({ retryAt: (await row(ref_id))?.lease })
    }
    expect(await call()).toMatchObject({ ...sentBefore, retryAt: anyDate })
    expect(await journal.settle()).toMatchObject({ left: 2, failed: [] })
    state.onGet = undefined
    expect(await call()).toMatchObject({ id: 'c-1' })
    expect(await journal.settle()).toMatchObject({ succeeded: 1, left: 0, failed: [] })
    expect(await call(undefined, { ref_id: 'r-2' })).toMatchObject({ id: 'c-2' })
    expect(state.counts()[0]).toBe(2)
  })

  it('is found by settle and by other calls while its own call is under way, which gives the same', async () => {
    const { state, call, row, again, clientOf, journal, events } = await world()
    let end = (): void => undefined
    state.onPost = async (request) => {
      await new Promise<void>((resolve) => (end = resolve))
      return endings.shift()?.(request) as never
    }
    const endings: Step[] = [lost, answer(422), answer(200, { ...order, id: 'other' })]
    for (const [at, ref_id] of ['r-1', 'r-2', 'r-3'].entries()) {
      const own = call(undefined, { ref_id })
      await expect.poll(() => state.counts()[0]).toBe(at + 1)
      const others = [clientOf(await again()), clientOf(await again())]
      const same = { ref_id, id: `c-${at + 1}` }
      const found = others.map((other) => call(other, { ref_id }))
      expect(await Promise.all([...found, journal.settle()])).toMatchObject([same, same, {}])
      expect(await row(ref_id)).toMatchObject({ state: 'succeeded', data: same })
      end()
      expect(await own).toMatchObject(same)
      expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', found: true, attempts: 1 })
      expect(await row(ref_id)).toMatchObject({ state: 'succeeded', data: same })
    }
    expect(state.counts()[0]).toBe(3)
  })

  it('is found before a further attempt of its own call, which is then not made', async () => {
    const { state, call, journal, events } = await world()
    state.onPost = async (request) => {
      await journal.settle()
      return answer(429, {}, { 'retry-after': '0' })(request)
    }
    expect(await call()).toMatchObject({ id: 'c-1' })
    expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', found: true, attempts: 1 })
    expect(state.counts()).toEqual([1, 1])
  })

  it('is found at once where its process died', async () => {
    const { state, call, row, journal } = await world()
    for (const refId of ['r-1', 'r-2', 'r-3'])
      await begin(journal, {
        refId,
        fields: { ...order, ref_id: refId },
        operation: createStablecoinConversion,
      })
    expect(await call()).toMatchObject({ ...sentBefore, retryAt: (await row())?.lease })
    state.made.push({ ...order, id: 'c-0' }, { ...order, ref_id: 'r-2', id: 'c-9' })
    expect(await call()).toMatchObject({ id: 'c-0' })
    expect(await journal.settle()).toMatchObject({ succeeded: 1, left: 1 })
    expect(await row('r-2')).toMatchObject({ state: 'succeeded', data: { id: 'c-9' } })
    expect((await row('r-3'))?.state).toBe('pending')
    expect(state.counts()[0]).toBe(0)
  })

  it('is sent again only after its lease, and next to one that is found', async () => {
    const { state, call, journal, expire } = await world()
    state.isMade = false
    state.onPost = lost
    for (let time = 0; time < 3; time++) await call()
    await journal.settle()
    await expire()
    expect(await journal.settle()).toMatchObject({ never_came: 0, failed: [{}] })
    state.isMade = true
    state.onPost = undefined
    await call(undefined, { ref_id: 'known' })
    expect(await call()).toMatchObject({ id: 'c-2' })
    expect(state.counts()[0]).toBe(3)
  })

  it('is not found where its request arrives only after the looks, and then by the next call', async () => {
    const { state, call } = await world()
    state.isMade = false
    state.onPost = lost
    expect(await call()).toMatchObject({ outcome: 'unknown' })
    state.made.push({ ...order, id: 'late' })
    expect(await call()).toMatchObject({ id: 'late' })
    expect(state.counts()[0]).toBe(1)
  })

  it.each<[string, object]>([
    ['another amount', { amount: '1' }],
    ['another reference', { ref_id: 'r-2' }],
    ['no id', { id: '' }],
  ])('is not what is found with %s', async (_, other) => {
    const { state, call, row, journal } = await world()
    state.onPost = lost
    state.onGet = answer(200, { conversions: [{ ...order, id: 'c-9', ...other }] })
    expect(await call()).toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown' })
    expect(await call()).toMatchObject(sentBefore)
    expect(await journal.settle()).toMatchObject({ failed: [{ refId: 'r-1' }] })
    expect((await row())?.state).toBe('unknown')
    expect(state.counts()[0]).toBe(1)
  })

  it('of a gateway that repeats is found where it was refused', async () => {
    const { state, call, row, journal } = await world({ gatewayRepeats: true })
    state.onPost = answer(422)
    expect(await call()).toMatchObject({ outcome: 'rejected', retryAt: anyDate })
    expect(state.counts()).toEqual([1, 0])
    expect(await journal.settle()).toMatchObject({ succeeded: 1 })
    expect(await row()).toMatchObject({ state: 'succeeded' })
  })

  it('without an id is found, and stays unknown after its lease where it is not', async () => {
    const { state, call, row, journal, expire } = await world()
    state.onPost = answer(200, { ...order })
    expect(await call()).toMatchObject({ id: 'c-1' })
    state.onGet = answer(200, { conversions: [] })
    const second = { ref_id: 'r-2' }
    expect(await call(undefined, second)).toMatchObject({ code: 'ERR_INVALID_RESPONSE' })
    await expire()
    expect(await journal.settle()).toMatchObject({ left: 1, never_came: 0 })
    expect((await row('r-2'))?.state).toBe('unknown')
  })

  it('of a call with its own headers is looked up with those of the next call', async () => {
    const { state, call } = await world()
    state.onPost = lost
    const seen: unknown[] = []
    state.onGet = (request) => {
      seen.push(request.headers['x-account'])
      return answer(200, { conversions: seen.length > 1 ? state.made : [] })(request)
    }
    const own = { headers: { 'X-Account': 'b' }, maxRetries: 0 }
    expect(await call(undefined, {}, own)).toMatchObject({ outcome: 'unknown' })
    expect(await call(undefined, {}, own)).toMatchObject({ id: 'c-1' })
    expect(seen).toEqual(['b', 'b'])
  })

  it('is settled by a client of its account, and is left where this process has none', async () => {
    const { state, call, again, clientOf, journal } = await world()
    state.onPost = lost
    state.onGet = answer(200, { conversions: [] })
    await call()
    state.onGet = undefined
    const error = { message: 'no client of this journal has the account https://api.example.com' }
    const left = { succeeded: 0, left: 0, failed: [{ refId: 'r-1', error }] }
    const alone = await again()
    expect(await alone.settle()).toMatchObject(left)
    clientOf(alone, { baseUrl: 'https://other.example.com' })
    expect(await alone.settle()).toMatchObject(left)
    clientOf(alone, { maxRetries: 0 })
    expect(await alone.settle()).toMatchObject({ succeeded: 1, failed: [] })
    expect(await journal.settle()).toMatchObject({ succeeded: 0, left: 0, passed: 0, failed: [] })
  })

  it('is looked up by the option lookUp, where there is one', async () => {
    const asked: string[] = []
    const lookUp: JournalOptions['lookUp'] = (refId, { at, lease, account }) => {
      asked.push(account)
      expect(lease.getTime() - at.getTime()).toBeGreaterThan(899_000)
      return asked.length === 1 ? undefined : { data: [{ ...order, id: 'c-1', ref_id: refId }] }
    }
    const { state, call } = await world({ lookUp })
    state.onPost = lost
    expect(await call()).toMatchObject({ id: 'c-1' })
    expect(asked).toHaveLength(2)
    expect(state.counts()).toEqual([1, 0])
  })

  it.each<[string, JournalOptions['lookUp'], string]>([
    ['hangs', () => new Promise(() => undefined), 'Its look-up failed: no time was left.'],
    ['throws', () => Promise.reject(new RangeError('503')), 'Its look-up failed: 503'],
  ])('is unknown where the option lookUp %s', async (_, lookUp, why) => {
    const { state, call, row } = await world({ lookUp })
    state.onPost = lost
    const message = expect.stringContaining(why) as string
    expect(await call(undefined, {}, { totalTimeout: 300 })).toMatchObject({ message })
    expect((await row())?.state).toBe('unknown')
  })

  it('is found by whoever looks up first, by a link', async () => {
    const { state, call, again, clientOf } = await world()
    await call(undefined, { ref_id: 'known' })
    state.made.push({ ...order, id: 'old' })
    const restored = clientOf(await again({ lookUpFirst: true }))
    expect(await call(restored)).toMatchObject({ id: 'old' })
    expect(await call(restored, { ref_id: 'new' })).toMatchObject({ id: 'c-3' })
    expect(state.counts()[0]).toBe(2)
  })

  it('is settled once by two that find it at once', async () => {
    const { state, call, again, clientOf } = await world()
    state.onPost = lost
    state.onGet = answer(200, { conversions: [] })
    for (let at = 0; at < 4; at++) await call(undefined, { ref_id: `r-${at}` }, { maxRetries: 0 })
    state.onGet = undefined
    const others = await Promise.all([again(), again()])
    for (const one of others) clientOf(one)
    const reports = await Promise.all(others.map((one) => one.settle()))
    const sum = (name: 'succeeded' | 'passed') => reports.reduce((all, one) => all + one[name], 0)
    expect(sum('succeeded')).toBe(4)
    expect(reports.flatMap(({ failed }) => failed)).toEqual([])
  })

  it('is unknown in the journal where the look-up outlasts the call', async () => {
    const { state, call, row } = await world()
    state.onPost = lost
    state.onGet = silence
    const error = await call(undefined, {}, { totalTimeout: 300 })
    expect(error).toMatchObject({ code: 'ERR_CONNECTION', outcome: 'unknown', retryAt: anyDate })
    expect((await row())?.state).toBe('unknown')
  })
})
