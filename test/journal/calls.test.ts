import { describe, expect, it, vi } from 'vitest'
import { createClient, createFetch } from '../../src/index.js'
import type { JournalRow } from '../../src/journal.js'
import { Stop } from '../../src/shared/deadline.js'
import { callContext } from '../support/call-context.js'
import { conversion, unreferenced } from '../support/examples.js'
import {
  begin,
  callerOf,
  createStablecoinConversion,
  failureOf,
  journalIn,
  kinds,
  madeOf,
  make,
  recording,
} from '../support/journal.js'
import { idempotencyKey as key, keyedProvider } from '../support/keyed-provider.js'
import { answer, broken, type Step } from '../support/scripted.js'

const made = { ...conversion, id: 'c-1', status: 'PENDING' }
const ok = answer(200, made)
const lost = broken({ code: 'ECONNRESET' })
const date = expect.any(Date) as Date
const base = 'https://api.example.com'
const once = { maxRetries: 0 }
const post = { method: 'POST', body: JSON.stringify(conversion) }

describe.each(kinds)('a call with a journal in $name', (kind) => {
  it('is recorded before its first byte, and its answer is kept before it resolves', async () => {
    const inSending: unknown[] = []
    const step: Step = async (request) => {
      inSending.push(await row())
      return ok(request)
    }
    const { journal, call, events, row } = await recording(kind, [step])
    expect(await call()).toEqual(made)
    const facts = { refId: 'r-1', operation: 'createStablecoinConversion', account: base }
    const own = { ...facts, body: conversion, call: events[0]?.call }
    expect(inSending).toEqual([{ ...own, at: date, lease: date, state: 'pending' }])
    const ended = (await row()) as JournalRow
    expect(ended).toEqual({ ...own, at: date, lease: ended.at, state: 'succeeded', data: made })
    expect(ended.at.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await callerOf(journal, [lost]).call({ ref_id: 'r-3' })
    const left = (await row('r-3')) as JournalRow
    // The database asks its clock for each of them.
    expect(Math.round((left.lease.getTime() - left.at.getTime()) / 1_000)).toBe(900)
    expect(await row('r-2')).toBeUndefined()
  })

  it('gets the kept answer with what was around it, and sends nothing', async () => {
    const { again, call } = await recording(kind, [ok])
    await call()
    const journal = await again()
    const keep = vi.spyOn(journal, 'keep')
    const { client, events } = callerOf(journal, [])
    const body = Object.fromEntries(Object.entries(conversion).reverse()) as typeof conversion
    const result = await client.createStablecoinConversion(body).withResponse()
    expect(result).toMatchObject({ data: made, status: 200, attempts: 0, refId: 'r-1' })
    expect(events.filter(({ type }) => type === 'attempt')).toEqual([])
    // The row is of the first call, so this one writes nothing into it.
    expect(keep).not.toHaveBeenCalled()
    const end = { outcome: 'succeeded', attempts: 0, journalError: undefined }
    expect(events.at(-1)).toMatchObject(end)
  })

  it('gets the text that came, with every digit, through a fetch and through paths as well', async () => {
    const { journal } = await journalIn(kind)
    const text = `{"id":"c-1","ref_id":"r-1","profile_id":"${conversion.profile_id}","sequence":12345678901234567890,"surcharge":0.10}`
    const fetch = vi.fn(() => Promise.resolve(new Response(text)))
    const options = { baseUrl: base, auth: 'tok-1234567', fetch, journal }
    for (const expected of [text, text]) {
      const response = await createFetch(options)('/v2/conversion/stablecoins', post)
      expect(await response.text()).toBe(expected)
      expect(response.headers.get('content-type')).toMatch(/^(?:application\/json|text\/plain)/)
    }
    const body = { ...conversion, side: undefined }
    const { data } = await createClient(options).POST('/v2/conversion/stablecoins', { body })
    expect(data).toEqual(JSON.parse(text))
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  const lookUp = async (refId: string) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return refId === 'known' ? { data: madeOf(refId) } : ('never_came' as const)
  }
  it.each<[string, object, object]>([
    ['that look it up', { lookUp }, {}],
    ['that look it up first', { lookUp, lookUpFirst: true }, {}],
    ['whose service knows its key', {}, { provider: keyedProvider }],
  ])('is sent once where many processes make it at once %s', async (_, options, facts) => {
    const { again, expire } = await journalIn(kind, options)
    await callerOf(await again({ lookUpFirst: false }), [make]).call({ ref_id: 'known' })
    const journals = await Promise.all(Array.from({ length: 8 }, () => again()))
    const count = async (): Promise<number> => {
      const callers = journals.map((journal) => callerOf(journal, [lost], { ...once, ...facts }))
      await Promise.all(callers.map(({ call }) => call()))
      return callers.reduce((sum, { sent }) => sum + sent.length, 0)
    }
    expect(await count()).toBe(1)
    await expire()
    expect(await count()).toBe(1)
  })

  it('under a key keeps the time of its first attempt, whoever records it anew', async () => {
    const { journal, change, expire, run, table } = await journalIn(kind)
    const forEver = {
      operation: { ...createStablecoinConversion, key: { ...key, lifetime: 1e15 } },
    }
    await begin(journal, forEver)
    await change('since = 5')
    const other = { ...forEver, fields: { ...conversion, amount: '2' } }
    for (const [state, call, facts] of [
      ['unknown', 'second', forEver],
      ['pending', 'third', forEver],
      ['rejected', 'fourth', other],
    ] as const) {
      await change(`state = '${state}'`)
      await expire()
      expect(await begin(journal, { call, ...facts })).toBeUndefined()
      expect(await run(`SELECT since, call FROM ${table}`)).toEqual([{ since: 5, call }])
    }
    await expire()
    await journal.resolve('r-1', 'never_came')
    expect(await run(`SELECT since FROM ${table}`)).toEqual([{ since: 5 }])
  })

  it('under a key that the service forgets before the lease ends waits for a person', async () => {
    const { journal } = await journalIn(kind)
    const operation = { ...createStablecoinConversion, key: { ...key, lifetime: 1 } }
    await begin(journal, { operation })
    const failure = await failureOf(
      begin(journal, {
        call: 'second',
        operation,
        limits: { timeout: 1, totalTimeout: 0, maxRetries: 0 },
      }),
    )
    expect(failure).toMatchObject({ code: 'ERR_SENT_BEFORE', outcome: 'unknown' })
    expect(failure).not.toHaveProperty('retryAt')
  })

  it('that a person gave up asks for a person, and not for a repeat', async () => {
    const { journal, expire } = await journalIn(kind)
    await begin(journal)
    await expire()
    await journal.resolve('r-1', 'abandoned')
    const failure = await callerOf(journal, []).call({ ref_id: 'r-1' })
    expect((failure as Error).message).toMatch(/was abandoned.* into the journal by resolve\.$/)
  })

  it('over a free row that another call took a moment before is not sent', async () => {
    const { journal, database, again, change } = await journalIn(kind)
    await begin(journal)
    await change("state = 'not_sent'")
    let isFirst = true
    const run: typeof database.run = async (sql, ...rest) => {
      if (isFirst && sql.includes('SET operation = ')) {
        isFirst = false
        await begin(journal, { call: 'faster' })
      }
      return database.run(sql, ...rest)
    }
    const slower = begin(await again({}, run), { call: 'slower' })
    expect(await failureOf(slower)).toMatchObject({ code: 'ERR_SENT_BEFORE' })
    expect(await journal.find('r-1')).toMatchObject({ call: 'faster', state: 'pending' })
  })

  it('that is made anew once a person said that it never came has no status of before', async () => {
    const { journal, change, expire } = await journalIn(kind)
    await begin(journal)
    await change("state = 'unknown', status = 200")
    await expire()
    await journal.resolve('r-1', 'never_came')
    await begin(journal, { call: 'second' })
    const row = await journal.find('r-1')
    expect(row).toMatchObject({ call: 'second' })
    expect(row).not.toHaveProperty('status')
  })

  it('under a key still knows that its first attempt was answered with a 2xx', async () => {
    const { journal, change, expire } = await journalIn(kind)
    const attempt = { operation: { ...createStablecoinConversion, key } }
    await begin(journal, attempt)
    await change("state = 'unknown', status = 200")
    await expire()
    await begin(journal, { call: 'second', ...attempt })
    const call = callContext({ refId: 'r-1', call: 'second', attempts: 1, ...attempt })
    await journal.keep(call, 'unknown', 'ERR_TIMEOUT')
    expect(await journal.find('r-1')).toMatchObject({ call: 'second', status: 200 })
  })

  it('under a key stays unknown where nobody waits for it once it is recorded anew', async () => {
    const { journal, database, again, expire } = await journalIn(kind)
    const attempt = { operation: { ...createStablecoinConversion, key } }
    await begin(journal, attempt)
    await expire()
    const stop = new Stop(10_000)
    const run: typeof database.run = async (sql, ...rest) => {
      const changed = await database.run(sql, ...rest)
      if (sql.includes('SET call = ')) stop.ended = true
      return changed
    }
    const late = await again({}, run)
    const failure = await failureOf(begin(late, { call: 'second', ...attempt }, stop))
    expect(String(failure)).toContain('may have taken effect, and cannot be recorded anew')
    expect(await journal.find('r-1')).toMatchObject({ state: 'unknown', call: 'second' })
  })

  const none = 'ref_id is what the journal records a call by; give it a value'
  const unkept =
    'ref_id is longer than 500 characters, or has NUL or half of a character, which no journal keeps'
  const byReference = {
    ...createStablecoinConversion,
    key: { ...key, in: 'input', name: 'ref_id' },
  }
  it.each<[string, object, string, object?]>([
    ['without a reference', {}, none],
    ['without a reference that is its key too', {}, none, byReference],
    ['under a reference with NUL', { ref_id: 'r-\0' }, unkept],
    ['under a longer reference', { ref_id: long(501) }, unkept],
  ])('is not sent %s', async (_, reference, message, operation = createStablecoinConversion) => {
    const operations = { ...keyedProvider.operations, createStablecoinConversion: operation }
    const { client } = await recording(kind, [], {}, { provider: { ...keyedProvider, operations } })
    const call = client.createStablecoinConversion({ ...unreferenced, ...reference })
    expect(await failureOf(call)).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
      outcome: 'not_sent',
      issues: [{ path: ['ref_id'], message }],
    })
  })

  it('may have a reference as long as that, in the longest partition', async () => {
    const { call, row } = await recording(kind, [make], { partition: long(250) })
    for (const ref_id of [long(500), '__proto__', '\u{1f4b6}', "'; DROP TABLE x --"]) {
      await call({ ref_id })
      expect(await row(ref_id)).toMatchObject({ refId: ref_id, state: 'succeeded' })
    }
  })
})

/** So many characters of three bytes each, which no index makes shorter. */
function long(length: number): string {
  const codes = Array.from({ length }, (_, at) => 0x4e00 + ((at * 7919) % 20_000))
  return String.fromCharCode(...codes)
}
