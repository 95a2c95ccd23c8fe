import { describe, expect, it, vi } from 'vitest'
import { begin, failureOf, journalIn, kinds, make } from '../support/journal.js'
import { parcel, scripted } from '../support/parcels/calls.js'
import { createFetch } from '../support/parcels/client.js'
import { answer, broken, type Step } from '../support/scripted.js'

const lost = broken({ code: 'ECONNRESET' })
/** So many characters of three bytes each, which no index makes shorter. */
const long = (length: number): string =>
  Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('')

const unusable = [
  ['half a surrogate pair', 'r-\ud800'],
  ['NUL', 'r-\0'],
  ['too many characters', long(501)],
] as const

describe.each(kinds)('a reference in a journal in $name', (kind) => {
  it.each(unusable)('with %s is refused in a sentence', async (_, ref_id) => {
    const { journal } = await journalIn(kind)
    const { client, sent } = scripted([make], { journal })
    const call = client.createParcel({ ...parcel, ref_id })
    expect(await failureOf(call)).toMatchObject({
      code: 'ERR_INVALID_REQUEST',
      outcome: 'not_sent',
      message: expect.stringContaining(
        'ref_id is longer than 500 characters, or has NUL or half of a character, which no journal keeps',
      ) as string,
    })
    expect(sent).toEqual([])
  })

  it('may be as long as that, in the longest partition', async () => {
    const { journal } = await journalIn(kind, { partition: long(250) })
    const { client } = scripted([make], { journal })
    for (const ref_id of [long(500), '__proto__', '\u{1f4b6}', "'; DROP TABLE x --"]) {
      await client.createParcel({ ...parcel, ref_id })
      expect(await journal.find(ref_id)).toMatchObject({ refId: ref_id, state: 'succeeded' })
    }
  })

  it.each<[string, Step]>([
    ['succeeded', make],
    ['rejected', answer(422)],
  ])('that %s is of one service: another base URL sends and gets nothing', async (_, step) => {
    const { journal } = await journalIn(kind)
    const sandbox = scripted([step], { journal, baseUrl: 'https://sandbox.example.com' })
    const { client, sent } = scripted([make], { journal })
    await sandbox.client.createParcel(parcel).catch(() => undefined)
    expect(await failureOf(client.createParcel(parcel))).toMatchObject({
      code: 'ERR_BEFORE_SEND',
      outcome: 'not_sent',
      attempts: 0,
      message: expect.stringContaining(
        'the journal has this reference for https://sandbox.example.com, not for https://api.example.com: give each account a partition of its own, or the option account where it is the same; nothing was sent',
      ) as string,
    })
    expect(sent).toEqual([])
  })

  it('is of one account, by its name at whatever host', async () => {
    const { journal, again } = await journalIn(kind, { account: 'acme' })
    const hosts = ['https://one.example.com', 'https://two.example.com']
    const [one, two] = hosts.map((baseUrl) => scripted([make], { journal, baseUrl }))
    const made = await one?.client.createParcel(parcel)
    expect(await two?.client.createParcel(parcel)).toEqual(made)
    const other = scripted([make], { journal: await again({ account: 'other' }) })
    expect(await failureOf(other.client.createParcel(parcel))).toMatchObject({
      code: 'ERR_BEFORE_SEND',
      outcome: 'not_sent',
      message: expect.stringContaining('has this reference for acme, not for other') as string,
    })
    expect([two?.sent, other.sent]).toEqual([[], []])
  })

  it('is settled by the journal of its own clients, or where there are none by any', async () => {
    const lookUp = vi.fn(() => 'never_came' as const)
    const { journal, again, expire } = await journalIn(kind, { lookUp })
    await begin(journal)
    await expire()
    const sandbox = await again()
    scripted([], { journal: sandbox, baseUrl: 'https://sandbox.example.com' })
    expect(await sandbox.settle()).toMatchObject({ never_came: 0, left: 0, failed: [] })
    expect(lookUp).not.toHaveBeenCalled()
    expect(await (await again()).settle()).toMatchObject({ never_came: 1 })
  })

  it('is settled by the journal of its own account', async () => {
    const lookUp = vi.fn(() => 'never_came' as const)
    const { journal, again, expire } = await journalIn(kind, { lookUp, account: 'acme' })
    const other = await again({ account: 'other' })
    await begin(journal)
    await expire()
    expect(await other.settle()).toMatchObject({ never_came: 0, left: 0 })
    expect(lookUp).not.toHaveBeenCalled()
    expect(await journal.settle()).toMatchObject({ never_came: 1 })
  })

  it('that was refused is free for the same body and for another', async () => {
    const { journal, run, table } = await journalIn(kind)
    const statuses = [401, 403, 404, 422, 429]
    for (const status of statuses) {
      const body = { ...parcel, ref_id: `r-${status}` }
      const { client, sent } = scripted([answer(status), answer(status), make], {
        journal,
        maxRetries: 0,
      })
      await failureOf(client.createParcel(body))
      expect(await journal.find(body.ref_id)).toMatchObject({
        state: 'rejected',
        status,
        code: status === 401 ? 'ERR_AUTHENTICATION' : 'ERR_API',
      })
      await failureOf(client.createParcel(body))
      await client.createParcel({ ...body, weight: '2' })
      expect(sent.length).toBe(3)
    }
    const rows = await run(`SELECT state FROM ${table} WHERE status IS NULL AND code IS NULL`)
    expect(rows).toEqual(statuses.map(() => ({ state: 'succeeded' })))
  })

  it('that was refused is looked up first where a gateway repeats requests', async () => {
    const lookUp = vi.fn((ref_id: string) => ({ data: { ...parcel, ref_id, id: 'c-1' } }))
    const { journal, expire } = await journalIn(kind, { lookUp, gatewayRepeats: true })
    const { client, sent } = scripted([answer(404)], { journal })
    const body = { ...parcel, ref_id: 'r-2' }
    for (const one of [parcel, body]) await failureOf(client.createParcel(one))
    await expire()
    expect(await client.createParcel(parcel)).toMatchObject({ id: 'c-1' })
    expect(await journal.settle()).toMatchObject({ succeeded: 1, failed: [] })
    expect(await client.createParcel(body)).toMatchObject({ id: 'c-1' })
    expect([sent.length, lookUp.mock.calls.length]).toEqual([2, 2])
  })

  it('says that its call may have taken effect where only a timestamp differs', async () => {
    const { journal } = await journalIn(kind)
    const { client, sent } = scripted([lost], { journal })
    const body = (at: string) => ({ ...parcel, metadata: { at } })
    await failureOf(client.createParcel(body('2026-01-01T00:00:00Z')))
    const error = await failureOf(client.createParcel(body('2026-01-01T00:00:09Z')))
    expect(error).toMatchObject({
      code: 'ERR_REFERENCE_REUSED',
      state: 'unknown',
      fields: ['metadata.at'],
      message: expect.stringMatching(
        /: an earlier call with this reference, with other values of metadata\.at, may have taken effect; /,
      ) as string,
    })
    expect(sent.length).toBe(1)
  })

  it('gives the text that came, with every digit', async () => {
    const { journal } = await journalIn(kind)
    const text = `{"id":"c-1","ref_id":"r-1","sequence":12345678901234567890,"surcharge":0.10}`
    const fetch = vi.fn(() => Promise.resolve(new Response(text)))
    const options = { baseUrl: 'https://api.example.com', auth: 'tok-1234567', fetch, journal }
    const post = { method: 'POST', body: JSON.stringify(parcel) }
    for (const expected of [text, text]) {
      const response = await createFetch(options)('/v1/parcels', post)
      expect(await response.text()).toBe(expected)
      expect(response.headers.get('content-type')).toMatch(/^(?:application\/json|text\/plain)/)
    }
    expect(fetch).toHaveBeenCalledTimes(1)
  })
})
