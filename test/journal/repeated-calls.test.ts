import { describe, expect, it } from 'vitest'
import type { JournalOptions, JournalState } from '../../src/journal.js'
import { begin, callerOf, journalIn, kinds, type Opened } from '../support/journal.js'
import { parcel } from '../support/parcels/calls.js'
import { answer, broken, type Step } from '../support/scripted.js'

const made = { ...parcel, id: 'c-1', status: 'PENDING' }
const ok = answer(200, made)
const other = { weight: '271828', metadata: { order: 'o-1' } }

/** What the request of the earlier call met, and the state of its row. */
const firsts = {
  succeeded: [ok, 'succeeded'],
  lost: [broken({ code: 'ECONNRESET' }), 'unknown'],
  'not sent': [broken({ code: 'ECONNREFUSED', syscall: 'connect' }), 'not_sent'],
  401: [answer(401), 'rejected'],
  403: [answer(403), 'rejected'],
  404: [answer(404), 'rejected'],
  422: [answer(422), 'rejected'],
  429: [answer(429), 'rejected'],
  /** Its process ended before it was sent. */
  'left behind': [undefined, 'unknown'],
} satisfies Record<string | number, [Step | undefined, JournalState]>

/** An earlier call, what is done after it, and what becomes of the next one. */
interface Row extends Partial<JournalOptions> {
  readonly first: keyof typeof firsts
  /** What the body of the earlier call has beside. */
  readonly earlier?: object
  /** Whether its lease is over. */
  readonly isOver?: true
  readonly between?: (opened: Opened) => Promise<unknown>
  /** What the next call has otherwise: its journal, its client, its body, its time. */
  readonly next?: Partial<JournalOptions>
  readonly baseUrl?: string
  readonly body?: object
  readonly timeout?: number
  /** What it ends with, where it gives no answer. */
  readonly fails?: object
  /** Whether it is sent. */
  readonly isSent?: true
  /** The state of the row in the end; without one it is as it was. */
  readonly state?: JournalState
}

const gatewayRepeats = true
const failing = (code: string, outcome: string, message: string | RegExp, more = {}) => {
  const text = expect.stringMatching(message) as string
  return { fails: { code, outcome, attempts: 0, refId: 'r-1', message: text, ...more } }
}
const reused = (state: JournalState, message: string, fields = ['weight', 'metadata']) =>
  failing('ERR_REFERENCE_REUSED', 'not_sent', message, { state, fields })
const sentBefore = (message: string | RegExp, more = {}) =>
  failing('ERR_SENT_BEFORE', 'unknown', message, more)
const ofAnother = (message: string) => failing('ERR_BEFORE_SEND', 'not_sent', message)

const mayHave =
  ', may have taken effect; find out what became of it before you send this under any reference'
const notHere =
  'the journal has this reference for https://api.example.com, not for https://sandbox.example.com: give each account a partition of its own, or the option account where it is the same; nothing was sent'

const lost = { first: 'lost', isOver: true } as const
const sent = { isSent: true, state: 'succeeded' } as const
/** Fails a look-up that is told anything else of the call. */
const neverCame: JournalOptions['lookUp'] = (...told) => {
  const at = expect.any(Date) as Date
  const account = 'https://api.example.com'
  expect(told).toEqual(['r-1', { operation: 'createParcel', body: parcel, at, account }])
  return 'never_came'
}
const found = { lookUp: () => Promise.resolve({ data: made }), state: 'succeeded' } as const
const abandon = ({ journal }: Opened) => journal.resolve('r-1', 'abandoned')
const notBefore = sentBefore(/is not looked up before \d{4}-.*Z, so nothing/)
const sandbox = { baseUrl: 'https://sandbox.example.com' }

const rows: Readonly<Record<string, Row>> = {
  'succeeded gives the answer that is kept': { first: 'succeeded' },
  'succeeded refuses another body': {
    first: 'succeeded',
    body: other,
    ...reused('succeeded', ', has succeeded; a further request needs a reference of its own'),
  },
  'may have taken effect refuses another body': {
    first: 'lost',
    body: other,
    ...reused('unknown', `with other values of weight, metadata${mayHave}`),
  },
  'may have taken effect refuses a body in which only a timestamp differs': {
    first: 'lost',
    earlier: { metadata: { at: '2026-01-01T00:00:00Z' } },
    body: { metadata: { at: '2026-01-01T00:00:09Z' } },
    ...reused('unknown', `with other values of metadata.at${mayHave}`, ['metadata.at']),
  },
  'was refused refuses another body where a gateway repeats requests': {
    first: 422,
    gatewayRepeats,
    body: other,
    ...reused('rejected', mayHave),
  },

  'was not sent is sent, whatever its body': { first: 'not sent', body: other, ...sent },
  'was refused is sent again': { first: 422, ...sent },
  'was refused by 401 is sent with another body': { first: 401, body: other, ...sent },
  'was refused by 403 is sent with another body': { first: 403, body: other, ...sent },
  'was refused by 404 is sent with another body': { first: 404, body: other, ...sent },
  'was refused by 422 is sent with another body': { first: 422, body: other, ...sent },
  'was refused by 429 is sent with another body': { first: 429, body: other, ...sent },

  'may be under way is not looked up': { first: 'lost', lookUp: neverCame, ...notBefore },
  'was refused may be under way where a gateway repeats requests': {
    first: 403,
    lookUp: neverCame,
    gatewayRepeats,
    ...notBefore,
  },
  'never came is sent': { ...lost, lookUp: neverCame, ...sent },
  'was refused and never came is sent where a gateway repeats requests': {
    first: 403,
    isOver: true,
    lookUp: neverCame,
    gatewayRepeats,
    ...sent,
  },
  'was found gives the answer': { ...lost, ...found },
  'was left behind and found gives the answer': { first: 'left behind', isOver: true, ...found },
  'was refused and found gives the answer where a gateway repeats requests': {
    first: 404,
    isOver: true,
    gatewayRepeats,
    ...found,
  },
  'has a lookUp that says nothing stays unknown': {
    ...lost,
    lookUp: () => undefined,
    ...sentBefore('and lookUp does not know'),
  },
  'has a lookUp that throws stays unknown': {
    ...lost,
    lookUp: () => Promise.reject(new RangeError('503')),
    ...sentBefore('and its look-up failed'),
  },
  'has a lookUp that hangs stays unknown': {
    ...lost,
    lookUp: () => new Promise<never>(() => undefined),
    timeout: 500,
    ...sentBefore('and its look-up did not end in time'),
  },
  'has a lookUp that finds another reference stays unknown': {
    ...lost,
    lookUp: () => ({ data: { ...made, ref_id: 'r-2' } }),
    ...sentBefore('and its look-up failed', {
      lookUpAt: new Date(0),
      cause: { message: 'what was found has another ref_id' },
    }),
  },
  'has a lookUp that finds no data stays unknown': {
    ...lost,
    lookUp: () => ({ data: undefined as unknown as object }),
    ...sentBefore('and its look-up failed'),
  },
  'has no lookUp stays unknown': { ...lost, ...sentBefore('and there is no lookUp') },
  'was abandoned is not sent': {
    ...lost,
    lookUp: neverCame,
    between: abandon,
    state: 'abandoned',
    ...sentBefore('and was abandoned'),
  },

  'succeeded gives nothing to another base URL': {
    first: 'succeeded',
    ...sandbox,
    ...ofAnother(notHere),
  },
  'was refused sends nothing to another base URL': {
    first: 422,
    ...sandbox,
    ...ofAnother(notHere),
  },
  'is of one account, at whatever host': { first: 'succeeded', account: 'acme', ...sandbox },
  'is of one account, and of no other': {
    first: 'succeeded',
    account: 'acme',
    next: { account: 'other' },
    ...ofAnother('has this reference for acme, not for other'),
  },
}

describe.each(kinds)('a call of a journal in $name whose reference was used before', (kind) => {
  it.each(Object.entries(rows))('and %s', async (_, row) => {
    const { first, earlier, isOver, between, next, baseUrl, ...rest } = row
    const { body, timeout, fails, isSent, state, ...options } = rest
    const opened = await journalIn(kind, options)
    const { journal, again, expire } = opened
    const [step, was] = firsts[first]
    if (step) await callerOf(journal, [step], { maxRetries: 0 }).call(earlier)
    else await begin(journal)
    if (isOver) await expire()
    const before = await journal.find('r-1')
    const code = first === 401 ? 'ERR_AUTHENTICATION' : 'ERR_API'
    const refusal = was === 'rejected' && { status: Number(first), code }
    expect(before).toMatchObject({ state: was, ...refusal })
    await between?.(opened)

    const { call, sent } = callerOf(await again(next), [ok], baseUrl ? { baseUrl } : {})
    const said = await call(body, timeout ? { totalTimeout: timeout } : {})
    expect(said).toMatchObject(fails ?? made)
    expect(JSON.stringify(said)).not.toContain('271828')
    expect(sent.length).toBe(isSent ? 1 : 0)
    if (fails === notBefore.fails) expect(said).toHaveProperty('lookUpAt', before?.lease)

    const after = await journal.find('r-1')
    expect(after?.state).toBe(state ?? was)
    if (state === 'succeeded')
      expect(after).toMatchObject({ body: { ...parcel, ...body }, data: made })
    if (isSent) expect([after?.status, after?.code]).toEqual([undefined, undefined])
  })
})
