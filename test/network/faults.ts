import type { Cut } from '../support/relay.js'
import { type Act, factsOf } from './act.js'
import type { DoorName } from './doors.js'
import type { Fault } from './vocabulary.js'

/** What stands before the far side: on the way there, a cut of the connection among others. */
export type Before = 'relay' | 'resets' | 'holds' | 'gateway' | Cut

/** One fault, which every suite plays that can: what the far side does with one call, and what is then true. */
export interface FaultRow extends Fault {
  readonly name: string
  /** What the far side does, for the guide. */
  readonly what: string
  /** What becomes of each request in turn, and of all further ones what became of the last. */
  readonly acts: readonly Act[]
  readonly before?: Before
  /** Where there is no far side. */
  readonly origin?: string
  readonly door?: DoorName
  /** Another call succeeds over the connection first. */
  readonly reused?: true
  /** The process makes the call and then stands still for longer than its limit. */
  readonly blocked?: true
  readonly overHttp2?: true
  /** A finer form of another fault, which tells no two clients apart. */
  readonly finer?: true
}

type More = Partial<Omit<FaultRow, 'name' | 'what' | 'acts'>>
const fault = (name: string, what: string, acts: readonly Act[], more: More = {}): FaultRow => ({
  name,
  what,
  acts,
  ...factsOf(acts[0] ?? {}),
  ...more,
})
/** The same for whoever asks for more than the main ones. */
const finer: typeof fault = (name, what, acts, more) =>
  fault(name, what, acts, { ...more, finer: true })

const success: Act = {}
const reset: Act = { by: 'reset' }
const close: Act = { by: 'end' }
const silence: Act = { by: 'silence' }
const done = (act: Act): Act => ({ ...act, does: 'carries it out' })
const undone = (act: Act): Act => ({ ...act, does: 'nothing' })
const cut = (by: NonNullable<Act['by']>): Act => ({ answer: 'cut', where: 'body', by })
/** In the form that most clients look for, one that finds errors by this name among them. */
const json = { body: '{"error":{"code":"not_now","message":"Not now."}}' }
const page = '<!doctype html><title>Not now</title><h1>Not now</h1>'
const html = { headers: { 'Content-Type': 'text/html' }, body: page }
const noSuccess = (act: Act): Act => ({ answer: 'no success', ...act })
const other = '{"id":"another","ref_id":"another","status":"CREATED"}'

/** A status in two forms. */
const inForms = (what: string, code: number, as: (act: Act) => Act): FaultRow[] =>
  Object.entries({ JSON: json, HTML: html }).map(([form, written]) =>
    fault(`${code} ${form}`, `${what} ${code} with ${form}`, [as({ status: code, ...written })]),
  )
const overwritten = (code: number) => inForms('carries it out; a gateway answers', code, done)
const refusing = (code: number) => inForms('does nothing, and answers', code, undone)

/** Statuses in forms that no client should read more from than from the main ones. */
const answered = (code: number, forms: Readonly<Record<string, string>>): FaultRow[] =>
  Object.entries(forms).map(([form, body]) =>
    finer(`${code} ${form}`, `answers ${code} with ${form}`, [undone({ status: code, body })]),
  )
const oddForms = { nothing: '', null: 'null' }

/** The first copy is carried out, and the second refused. */
const repeated = (first: string, act: Act, code: number, of = fault): FaultRow => {
  const name = of === fault ? `${code} of a copy` : `${code} of a copy, ${first}`
  const what = `carries it out; a gateway repeats it, and the copy gets ${code}`
  const copy = undone({ status: code, ...json })
  return of(name, what, [done(act), copy], { before: 'gateway', answer: code })
}

const connecting = { does: 'never gets it', answer: 'lost', where: 'connecting' } as const
const handshake = { ...connecting, where: 'handshake' } as const

/** The codes of HTTP/2 (RFC 9113, section 7) that a stream is reset with. */
const streamCodes = {
  refused: 7,
  cancelled: 8,
  'internal error': 2,
  calm: 11,
  'HTTP/1.1 required': 13,
  'protocol error': 1,
  'no error': 0,
} as const
const { refused, cancelled, 'internal error': internalError, calm } = streamCodes
const overHttp2 = { overHttp2: true } as const
const goAway = (code: number, below: number): Act => ({ goAway: { code, below }, by: 'end' })

/** What a middlebox writes in the place of the answer. */
const inject = 'HTTP/1.1 408 Request Time-out\r\nConnection: close\r\n\r\n'
/** When a connection over TLS is cut: in the handshake after so many bytes, or where the far side ends it. */
const cuts: Readonly<Record<string, Cut>> = {
  'closed before the handshake': { afterBytes: 0 },
  'closed within the handshake': { afterBytes: 60 },
  'reset within the handshake': { afterBytes: 60, reset: true },
  'plain text within the handshake': { afterBytes: 0, inject },
  // A fatal alert: handshake_failure (RFC 8446, section 6.2).
  'an alert': { afterBytes: 0, inject: '\x15\x03\x03\x00\x02\x02\x28' },
  'closed when done': {},
  'reset when done': { reset: true },
  'plain text when done': { inject },
  'plain text when done, left open': { inject, keepOpen: true },
}
const cutRows = Object.entries(cuts).flatMap(([name, before]) =>
  (['TLSv1.2', 'TLSv1.3'] as const).map((door) => {
    const more = before.afterBytes === undefined ? {} : handshake
    return finer(`${name}, ${door}`, `is cut off: ${name}`, [close], { ...more, before, door })
  }),
)

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const raw = (text: string, more: Act = {}): Act => ({ raw: text, ...more })
const cutHead = { answer: 'cut', where: 'head' } as const

/** What every client has to be right in, so that its other cells count. */
export const sound: readonly FaultRow[] = [
  fault('no fault', 'carries it out, and answers', [success]),
  fault('422', 'refuses it', [undone({ status: 422, ...json })]),
]

const frozen = 'the process is stopped in the TLS handshake, and resumes after its limit'
const blocked = 'the event loop is blocked once the call was made, until after its limit'
const errorOfDone = 'carries it out; a gateway answers 200 with an error in JSON'
const goingAway = 'ends the used HTTP/2 connection before this stream; a repeat succeeds'
const unread = { does: 'never gets it', answer: 'lost', where: 'request' } as const
const neverGets = { does: 'never gets it' } as const

/** Every fault, by its name. A player says which it cannot play. */
export const faults: readonly FaultRow[] = [
  fault('refused', 'nobody listens', [], { origin: 'http://127.0.0.1:47311', ...connecting }),
  fault('name', 'the name is not found', [], { origin: 'https://name.invalid', ...connecting }),
  fault('TLS', 'its certificate has expired', [success], { door: 'expired', ...handshake }),
  fault('frozen', frozen, [success], { before: 'holds', door: 'TLSv1.3', ...handshake }),
  fault('blocked', blocked, [success], { blocked: true, ...connecting }),
  fault('reset unread', 'takes the connection, reads nothing, and resets', [], {
    before: 'resets',
    ...unread,
  }),
  fault('reset', 'carries it out, and resets', [reset]),
  fault('reset reused', 'the same over a used connection', [reset], { reused: true }),
  fault('reset body', 'carries it out, and resets in the middle of its answer', [cut('reset')]),
  fault('103, reset', 'carries it out, sends hints (103), and resets', [
    { ...cutHead, before: 103, by: 'reset' },
  ]),
  fault('silence', 'carries it out, and answers nothing', [silence]),
  ...[...overwritten(408), ...refusing(409), ...refusing(429), ...overwritten(499)],
  ...[...overwritten(502), ...overwritten(503)],
  fault('503 empty', 'never gets it; a gateway answers 503 with nothing', [
    { status: 503, ...neverGets },
  ]),
  fault('503 busy', 'is busy: 503; a repeat succeeds', [undone({ status: 503, ...json }), success]),
  fault('200 cut', 'carries it out; the JSON is cut short', [
    { answer: 'cut', where: 'body', body: '{"id":' },
  ]),
  fault('200 HTML', 'never gets it; a proxy answers 200 with a page', [
    noSuccess({ ...neverGets, ...html }),
  ]),
  fault('200 other', 'never gets it; a proxy answers with another conversion', [
    { ...neverGets, answer: 'of another', body: other },
  ]),
  fault('200 error', 'does nothing, and answers 200 with an error in JSON', [
    undone(noSuccess(json)),
  ]),
  fault('200 error (done)', errorOfDone, [noSuccess(json)]),
  ...[409, 422].map((code) => repeated('close', close, code)),
  fault(
    'refused stream',
    'refuses the stream; a repeat succeeds',
    [undone({ by: refused }), success],
    overHttp2,
  ),
  fault('refused stream (done)', 'carries it out; a proxy refuses it', [{ by: refused }], {
    ...overHttp2,
  }),
  // A stream comes before this one, since 0 stands for the last that was seen.
  fault('GOAWAY', goingAway, [undone(goAway(0, 2)), success], { reused: true, ...overHttp2 }),
  fault('GOAWAY (done)', 'carries it out, and ends the connection', [goAway(0, 0)], overHttp2),

  finer('close', 'carries it out, and ends the connection', [close]),
  finer('reset, undone', 'reads it, does nothing, and resets', [undone(reset)]),
  finer('close, undone', 'reads it, does nothing, and ends the connection', [undone(close)]),
  finer('close body', 'carries it out, and ends the connection within its answer', [cut('end')]),
  finer('close chunks', 'the same in chunks', [{ ...cut('end'), chunked: true }]),
  finer('reset chunks', 'carries it out, and resets between chunks', [
    { ...cut('reset'), chunked: true },
  ]),
  finer('late', 'carries it out, and answers later than anybody waits', [
    { answer: 'late', where: 'before the first byte', delay: 600 },
  ]),
  finer('drip', 'carries it out, and sends a byte a second', [
    { answer: 'late', where: 'body', form: 'drip' },
  ]),
  finer('no HTTP', 'answers with what is no HTTP', [raw('it was done\r\n\r\n', cutHead)]),
  finer('half a head', 'ends the connection within the head', [
    raw('HTTP/1.1 200 OK\r\nContent-', cutHead),
  ]),
  finer('half a chunk', 'ends the connection within a chunk', [
    raw(`${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"id`, { answer: 'cut', where: 'body' }),
  ]),
  finer('103', 'sends hints, and then its answer', [{ before: 103 }]),
  finer('103 alone', 'sends hints, and ends the connection', [
    { ...cutHead, before: 103, by: 'end' },
  ]),
  finer('100', 'says that it continues, and answers', [{ before: 100, where: 'head' }]),
  finer('two answers', 'answers twice at once', [{ again: 'at once' }]),
  finer('answered again', 'answers twice, the second time into the next call', [
    { where: 'behind the answer', again: 'later' },
  ]),
  finer('trailers', 'answers with trailers', [{ trailers: true }]),
  finer('close behind', 'answers, keeps the connection, and ends it all the same', [
    { where: 'behind the answer', by: 'end', answer: 'given' },
  ]),

  finer('429 busy', 'is busy: 429; a repeat succeeds', [
    undone({ status: 429, headers: { 'Retry-After': '0' } }),
    success,
  ]),
  ...[500, 502, 503, 504].flatMap((code) => answered(code, { ...oddForms, 'a word': '"down"' })),
  ...[400, 403, 404, 405, 408, 421, 422, 424, 425, 499].flatMap((code) =>
    answered(code, { nothing: '' }),
  ),
  ...['', 'null', '"x"', '[{}]', '7', '\uFEFF', '{}', '{"id":"","address":{"id":""}}'].map((body) =>
    finer(`200 ${JSON.stringify(body)}`, 'carries it out; the answer proves nothing', [
      noSuccess({ body }),
    ]),
  ),
  finer('204', 'carries it out; a gateway answers 204', [noSuccess({ status: 204 })]),
  finer('200 bytes', 'carries it out; the answer is no UTF-8', [
    noSuccess({ body: '/////w==', base64: true }),
  ]),

  ...[400, 401, 422, 429].map((code) => repeated('reset', reset, code, finer)),
  ...Object.entries({ reset, late: { delay: 600 }, 503: { status: 503 } }).map(([name, act]) =>
    repeated(name, act, 409, finer),
  ),

  ...Object.entries(streamCodes).map(([name, by]) =>
    finer(`stream: ${name}`, 'carries it out; its stream is reset', [{ by }], overHttp2),
  ),
  ...Object.entries({ cancelled, refused }).map(([name, by]) =>
    finer(`half an answer: ${name}`, 'its stream is reset within the answer', [cut(by)], {
      ...overHttp2,
    }),
  ),
  finer('GOAWAY below', 'leaves the stream out', [goAway(0, 2)], overHttp2),
  finer(
    'GOAWAY: error',
    'ends the connection with an error',
    [goAway(internalError, 0)],
    overHttp2,
  ),
  finer('GOAWAY below: error', 'the same', [goAway(internalError, 2)], overHttp2),
  finer('GOAWAY: calm', 'ends the connection: too many', [goAway(calm, 0)], overHttp2),
  finer(
    'GOAWAY, half an answer',
    'ends the connection within the answer',
    [{ ...goAway(internalError, 0), ...cut('end') }],
    overHttp2,
  ),

  ...(['wrongHost', 'unknown', 'TLSv1.1', 'TLSv1.2 of clients'] as const).map((door) =>
    finer(`door: ${door}`, 'cannot be agreed with', [success], { door, ...handshake }),
  ),
  // The client may have written its request before it is told that it needed a certificate.
  finer('door: TLSv1.3 of clients', 'asks for a certificate', [success], {
    door: 'TLSv1.3 of clients',
    ...unread,
  }),
  ...cutRows,
]
