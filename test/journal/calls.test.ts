import { describe, expect, it, vi } from 'vitest'
import { type InvalidRequestError, type ReferenceReusedError } from '../../src/index.js'
import type { JournalRow, JournalState } from '../../src/journal.js'
import { begin, failureOf, journalIn, kinds } from '../support/journal.js'
import { madePostage, parcel, postage, scripted } from '../support/parcels/calls.js'
import { createFetch, createPathClient } from '../support/parcels/client.js'
import { answer, broken, type Step } from '../support/scripted.js'

const made = { ...parcel, id: 'c-1', status: 'PENDING' }
const ok = answer(200, made)
const lost = broken({ code: 'ECONNRESET' })
const refused = broken({ code: 'ECONNREFUSED', syscall: 'connect' })
const members = (value: object): object => Object.fromEntries(Object.entries(value).reverse())

describe.each(kinds)('a call with a journal in $name', (kind) => {
  it('is recorded before its first byte, and its answer is kept before it resolves', async () => {
    const { journal } = await journalIn(kind)
    const inSending: unknown[] = []
    const step: Step = async (request) => {
      inSending.push(await journal.find('r-1'))
      return ok(request)
    }
    const { client, events } = scripted([step], { journal })
    expect(await client.createParcel(parcel)).toEqual(made)
    const date = expect.any(Date) as Date
    const facts = { refId: 'r-1', operation: 'createParcel', body: parcel }
    const call = events[0]?.call
    const row = { ...facts, call, at: date, lease: date, account: 'https://api.example.com' }
    expect(inSending).toEqual([{ ...row, state: 'pending' }])
    expect(await journal.find('r-1')).toEqual({ ...row, state: 'succeeded', data: made })
    const { at, lease } = (await journal.find('r-1')) as JournalRow
    expect(at.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(lease).toEqual(at)
    await scripted([lost], { journal })
      .client.createParcel({ ...parcel, ref_id: 'r-3' })
      .catch(() => undefined)
    const open = (await journal.find('r-3')) as JournalRow
    expect(open.lease.getTime() - open.at.getTime()).toBe(900_000)
    expect(await journal.find('r-2')).toBeUndefined()
  })

  it('gets the kept answer where it was made before, and sends nothing', async () => {
    const { journal, again } = await journalIn(kind)
    await scripted([ok], { journal }).client.createParcel(parcel)
    const { client, sent, events } = scripted([], { journal: await again() })
    const result = await client.createParcel(members(parcel) as typeof parcel).withResponse()
    expect(result).toMatchObject({ data: made, status: 200, attempts: 0, refId: 'r-1' })
    expect([sent, events.filter(({ type }) => type === 'attempt')]).toEqual([[], []])
    // The row is of the first call, so this one writes nothing into it.
    const journalError = undefined
    expect(events.at(-1)).toMatchObject({ outcome: 'succeeded', attempts: 0, journalError })
  })

  it('gets the kept answer through a fetch and through paths as well', async () => {
    const { journal } = await journalIn(kind)
    const fetch = vi.fn(() => Promise.resolve(Response.json(made)))
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', fetch, journal }
    const body = { ...parcel, pace: undefined }
    const paths = createPathClient(options)
    const one = await paths.POST('/v1/parcels', { body })
    const two = await paths.POST('/v1/parcels', { body })
    expect([one.data, two.data, fetch.mock.calls.length]).toEqual([made, made, 1])
    const post = { method: 'POST', body: JSON.stringify(parcel) }
    const response = await createFetch(options)('/v1/parcels', post)
    expect([response.status, await response.json()]).toEqual([200, made])
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it.each<[JournalState, Step]>([
    ['succeeded', ok],
    ['unknown', lost],
    ['rejected', answer(422)],
  ])(
    'is refused for another body where the reference is %s, and the fields are named',
    async (state, step) => {
      const { journal } = await journalIn(kind, { gatewayRepeats: true })
      const first = scripted([step], { journal, maxRetries: 0 })
      await first.client.createParcel(parcel).catch(() => undefined)
      expect((await journal.find('r-1'))?.state).toBe(state)
      const { client, sent } = scripted([ok], { journal })
      const other = { ...parcel, weight: '271828', metadata: { order: 'o-1' } }
      const error = await failureOf(client.createParcel(other))
      expect(error).toMatchObject({
        code: 'ERR_REFERENCE_REUSED',
        outcome: 'not_sent',
        attempts: 0,
        refId: 'r-1',
        fields: ['weight', 'metadata'],
        state,
        message: expect.stringContaining(
          state === 'succeeded'
            ? 'with other values of weight, metadata, has succeeded; a further request needs a reference of its own'
            : 'with other values of weight, metadata, may have taken effect; find out what became of it before you send this under any reference',
        ) as string,
      })
      expect(JSON.stringify(error)).not.toContain('271828')
      expect(sent).toEqual([])
    },
  )

  it('is refused for another body while the first is under way', async () => {
    const { journal } = await journalIn(kind)
    const step: Step = async (request) => {
      const { client, sent } = scripted([ok], { journal })
      const other = { ...parcel, weight: '2' }
      const error = await failureOf(client.createParcel(other))
      expect((error as ReferenceReusedError).fields).toEqual(['weight'])
      expect(await failureOf(client.createParcel(parcel))).toMatchObject({
        code: 'ERR_SENT_BEFORE',
        outcome: 'unknown',
        attempts: 0,
        message: expect.stringMatching(/is not looked up before \d{4}-.*Z, so nothing/) as string,
      })
      expect(sent).toEqual([])
      return ok(request)
    }
    await scripted([step], { journal }).client.createParcel(parcel)
  })

  it('is refused for another operation, and no field is named', async () => {
    const { journal } = await journalIn(kind)
    await scripted([ok], { journal }).client.createParcel(parcel)
    const operation = { id: 'other', referenceField: 'ref_id' }
    const begun = await begin(journal, { operation })
    expect(begun).toEqual({ is: 'reused', state: 'succeeded', fields: [] })
  })

  it.each<[JournalState, Step]>([
    ['unknown', lost],
    ['rejected', answer(403)],
  ])('that was %s before is looked up only once its lease is over', async (state, step) => {
    const lookUp = vi.fn(() => 'never_came' as const)
    const { journal, expire } = await journalIn(kind, { lookUp, gatewayRepeats: true })
    const { client, sent } = scripted([step, ok], { journal, maxRetries: 0 })
    await failureOf(client.createParcel(parcel))
    expect((await journal.find('r-1'))?.state).toBe(state)
    const early = await failureOf(client.createParcel(parcel))
    const lookUpAt = (await journal.find('r-1'))?.lease
    expect(early).toMatchObject({ code: 'ERR_SENT_BEFORE', outcome: 'unknown', lookUpAt })
    expect([lookUp.mock.calls, sent.length]).toEqual([[], 1])
    await expire()
    expect(await client.createParcel(parcel)).toEqual(made)
    const account = 'https://api.example.com'
    const operation = 'createParcel'
    const facts = { operation, body: parcel, at: expect.any(Date) as Date, account }
    expect([lookUp.mock.calls, sent.length]).toEqual([[['r-1', facts]], 2])
  })

  it('that a process left behind is unknown, looked up and given', async () => {
    const lookUp = vi.fn(() => Promise.resolve({ data: made }))
    const { journal, expire } = await journalIn(kind, { lookUp })
    await begin(journal)
    expect((await journal.find('r-1'))?.state).toBe('pending')
    await expire()
    expect((await journal.find('r-1'))?.state).toBe('unknown')
    const { client, sent } = scripted([], { journal })
    expect(await client.createParcel(parcel)).toEqual(made)
    expect(await client.createParcel(parcel)).toEqual(made)
    expect(await journal.find('r-1')).toMatchObject({ state: 'succeeded', data: made })
    expect([sent, lookUp.mock.calls.length]).toEqual([[], 1])
  })

  it.each([
    ['says nothing', () => undefined, /and lookUp does not know/],
    ['throws', () => Promise.reject(new RangeError('503')), /and its look-up failed/],
    ['hangs', () => new Promise<never>(() => undefined), /and its look-up did not end in time/],
    ['finds another reference', () => ({ data: { ...made, ref_id: 'r-2' } }), /look-up failed/],
    ['finds no data', () => ({ data: undefined as unknown as object }), /look-up failed/],
    ['is missing', undefined, /and there is no lookUp/],
  ])('stays unknown where lookUp %s', async (_, lookUp, message) => {
    const { journal, expire } = await journalIn(kind, { lookUp })
    const { client, sent } = scripted([lost, ok], { journal, maxRetries: 0 })
    await failureOf(client.createParcel(parcel))
    await expire()
    const again = client.createParcel(parcel, { totalTimeout: 500 })
    expect(await failureOf(again)).toMatchObject({
      code: 'ERR_SENT_BEFORE',
      outcome: 'unknown',
      attempts: 0,
      message: expect.stringMatching(message) as string,
    })
    expect([(await journal.find('r-1'))?.state, sent.length]).toEqual(['unknown', 1])
  })

  it('that was not sent is recorded anew and sent, whatever its body', async () => {
    const { journal } = await journalIn(kind)
    const { client } = scripted([refused], { journal, maxRetries: 0 })
    await failureOf(client.createParcel(parcel))
    expect((await journal.find('r-1'))?.state).toBe('not_sent')
    const other = { ...parcel, weight: '2' }
    await scripted([ok], { journal }).client.createParcel(other)
    expect(await journal.find('r-1')).toMatchObject({ state: 'succeeded', body: other })
  })

  it('that was refused may be corrected and sent, and its row says why it was refused', async () => {
    const { journal } = await journalIn(kind)
    const { client } = scripted([answer(422), ok], { journal })
    await failureOf(client.createParcel(parcel))
    const refusal = { state: 'rejected', status: 422, code: 'ERR_API' }
    expect(await journal.find('r-1')).toMatchObject(refusal)
    const other = { ...parcel, weight: '2' }
    expect(await client.createParcel(other)).toEqual(made)
    const row = await journal.find('r-1')
    expect([row?.state, row?.status, row?.code]).toEqual(['succeeded', undefined, undefined])
  })

  it('that was abandoned is not sent', async () => {
    const { journal, expire } = await journalIn(kind, { lookUp: () => 'never_came' })
    const { client, sent } = scripted([lost, ok], { journal, maxRetries: 0 })
    await failureOf(client.createParcel(parcel))
    await expire()
    await journal.resolve('r-1', 'abandoned')
    expect(await failureOf(client.createParcel(parcel))).toMatchObject({
      code: 'ERR_SENT_BEFORE',
      message: expect.stringContaining('and was abandoned') as string,
    })
    expect(sent.length).toBe(1)
  })

  it('is of its tenant, whoever has the same reference', async () => {
    const { journal, again } = await journalIn(kind)
    const eu = await again({ partition: 'acme-eu' })
    const ours = scripted([ok], { journal })
    const theirs = scripted([answer(200, { ...made, id: 'c-2' })], { journal: eu })
    const other = { ...parcel, weight: '2' }
    await ours.client.createParcel(parcel)
    await theirs.client.createParcel(other)
    expect([ours.sent.length, theirs.sent.length]).toEqual([1, 1])
    expect(await journal.find('r-1')).toMatchObject({ body: parcel, data: { id: 'c-1' } })
    expect(await eu.find('r-1')).toMatchObject({ body: other, data: { id: 'c-2' } })
    expect((await eu.list('succeeded')).length).toBe(1)
  })

  it('is sent once where many processes make it at once', async () => {
    const { again, expire } = await journalIn(kind)
    const lookUp = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return 'never_came' as const
    }
    const journals = await Promise.all(Array.from({ length: 8 }, () => again({ lookUp })))
    const count = async (step: Step): Promise<number> => {
      const clients = journals.map((journal) => scripted([step], { journal, maxRetries: 0 }))
      await Promise.allSettled(clients.map(({ client }) => client.createParcel(parcel)))
      return clients.reduce((sum, { sent }) => sum + sent.length, 0)
    }
    expect(await count(lost)).toBe(1)
    await expire()
    expect(await count(lost)).toBe(1)
  })

  it('keeps its row pending between attempts, with a new lease, and ends as the call does', async () => {
    const { journal, expire } = await journalIn(kind)
    const states: unknown[] = []
    const step: Step = async (request) => {
      states.push((await journal.find('r-1'))?.state)
      await expire()
      return states.length < 3 ? refused(request) : ok(request)
    }
    const { client } = scripted([step], { journal })
    await client.createParcel(parcel)
    expect(states).toEqual(['pending', 'pending', 'pending'])
    expect((await journal.find('r-1'))?.state).toBe('succeeded')
  })

  it('is ended where beforeSend refuses it after the journal recorded it', async () => {
    const { journal } = await journalIn(kind)
    const failing = { journal, beforeSend: () => Promise.reject(new Error('no')) }
    await failureOf(scripted([ok], failing).client.createParcel(parcel))
    expect((await journal.find('r-1'))?.state).toBe('not_sent')
    const before = { journal, beforeSend: () => 'sent_before' as const }
    await failureOf(scripted([ok], before).client.createParcel(parcel))
    expect((await journal.find('r-1'))?.state).toBe('unknown')
  })

  it('needs no row where its operation has no reference', async () => {
    const { journal, run, table } = await journalIn(kind)
    await scripted([answer(200, madePostage)], { journal }).client.quotePostage(postage)
    expect(await run(`SELECT * FROM ${table}`)).toEqual([])
  })

  it('without a reference is not sent', async () => {
    const { journal } = await journalIn(kind)
    const { client, sent } = scripted([ok], { journal })
    const { depot_id, weight, from_town, to_town } = parcel
    const body = { depot_id, weight, from_town, to_town }
    const message = 'ref_id is what the journal records a call by; give it a value'
    expect(await failureOf(client.createParcel(body))).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
      outcome: 'not_sent',
      message: expect.stringContaining(`invalid request: ${message}; outcome`) as string,
      issues: [{ path: ['ref_id'], jsonPath: '$.ref_id', message }],
    })
    const fetch = vi.fn(() => Promise.resolve(Response.json(made)))
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', fetch, journal }
    const post = { method: 'POST', body: JSON.stringify(body) }
    const refusal = { code: 'ERR_INVALID_REQUEST', outcome: 'not_sent' }
    const byFetch = createFetch(options)('/v1/parcels', post)
    expect(await failureOf(byFetch)).toMatchObject(refusal)
    const byPath = createPathClient(options).POST('/v1/parcels', { body })
    expect(await failureOf(byPath)).toMatchObject(refusal)
    expect([sent, fetch.mock.calls]).toEqual([[], []])
  })

  it.each<[string, object, string[]]>([
    [
      'that is undefined',
      { ref_id: undefined },
      ['ref_id is undefined; give it a value or leave it out'],
    ],
    [
      'beside what JSON lacks',
      { ref_id: 'r-1', metadata: { n: NaN } },
      ['metadata.n is NaN, which JSON cannot carry'],
    ],
    [
      'and much that is stray',
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x${at}`, 1])),
      [],
    ],
  ])('names a reference %s once, and only where it lacks', async (_, more, expected) => {
    const { journal } = await journalIn(kind)
    const { client } = scripted([ok], { journal })
    const { depot_id, weight, from_town, to_town } = parcel
    const body = { depot_id, weight, from_town, to_town, ...more }
    const { issues } = (await failureOf(client.createParcel(body))) as InvalidRequestError
    if (expected.length > 0) expect(issues.map(({ message }) => message)).toEqual(expected)
    else expect(issues).toHaveLength(100)
  })
})
