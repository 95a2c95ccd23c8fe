import { type Act, factsOf } from './act.js'
import type { Before, TlsPortName } from './connections.js'
import type { Cut } from './relay.js'
import type { Row } from './script.js'
import type { Fault } from './vocabulary.js'

/** A fault as data: what the server does with one call, what stands before it, and what is then true. */
export interface NamedFault extends Fault {
  readonly name: string
  /** What becomes of each request in turn, and of all further ones what became of the last. */
  readonly acts: readonly Act[]
  readonly before?: Before
  /** Where there is no server. */
  readonly origin?: string
  readonly tls?: TlsPortName
  /** Another call succeeds over the connection first. */
  readonly reused?: true
  readonly overHttp2?: true
}

/** One row of the table, which holds for each of its faults. */
export interface Group extends Omit<Row, 'run'> {
  readonly faults: readonly NamedFault[]
}

type More = Partial<Omit<NamedFault, 'name' | 'acts'>>
function fault(name: string, acts: readonly Act[], more: More = {}): NamedFault {
  return { name, acts, ...factsOf(acts[0] ?? {}), ...more }
}

const success: Act = {}
const reset: Act = { by: 'reset' }
const close: Act = { by: 'end' }
const done = (act: Act): Act => ({ ...act, does: 'carries it out' })
const undone = (act: Act): Act => ({ ...act, does: 'nothing' })
const cut = (by: NonNullable<Act['by']>): Act => ({ answer: 'cut', where: 'body', by })
/** In the form that most clients look for, one that finds errors by this name among them. */
const json = { body: '{"error":{"code":"not_now","message":"Not now."}}' }
const page = '<!doctype html><title>Not now</title><h1>Not now</h1>'
const html = { headers: { 'Content-Type': 'text/html' }, body: page }
const noSuccess = (act: Act): Act => ({ answer: 'no success', ...act })
const other = '{"id":"another","ref_id":"another","status":"CREATED"}'

const neverGets = { does: 'never gets it' } as const
const connecting = { ...neverGets, answer: 'lost', where: 'connecting' } as const
const handshake = { ...connecting, where: 'handshake' } as const
const unread = { ...connecting, where: 'request' } as const

/** A status with JSON and with HTML. */
const inForms = (code: number, as: (act: Act) => Act): NamedFault[] =>
  Object.entries({ JSON: json, HTML: html }).map(([form, written]) =>
    fault(`${code} ${form}`, [as({ status: code, ...written })]),
  )

/** Statuses with bodies that say nothing. */
const bare = (codes: readonly number[], bodies: Readonly<Record<string, string>>): NamedFault[] =>
  codes.flatMap((code) =>
    Object.entries(bodies).map(([form, body]) =>
      fault(`${code} ${form}`, [undone({ status: code, body })]),
    ),
  )

/** The first copy is carried out, and the second refused. */
const repeated = (act: Act, codes: readonly number[], first: string): NamedFault[] =>
  codes.map((code) =>
    fault(`${code} of a copy, ${first}`, [done(act), undone({ status: code, ...json })], {
      before: 'gateway',
      answer: code,
    }),
  )

/** The codes of HTTP/2 (RFC 9113, section 7) that a stream is reset with. */
const streamCodes = {
  refused: 7,
  cancelled: 8,
  'internal error': 2,
  'HTTP/1.1 required': 13,
  'no error': 0,
} as const
const { refused, cancelled, 'internal error': internalError } = streamCodes
const goAway = (code: number, below: number): Act => ({ goAway: { code, below }, by: 'end' })
const overHttp2 = (name: string, acts: readonly Act[], more: More = {}): NamedFault =>
  fault(name, acts, { ...more, overHttp2: true })

const refusing = (tls: TlsPortName): NamedFault => fault(tls, [success], { tls, ...handshake })

/** What a middlebox writes in the place of the answer. */
const inject = 'HTTP/1.1 408 Request Time-out\r\nConnection: close\r\n\r\n'
/** When a connection over TLS is cut: in the handshake after so many bytes, or where the server ends it. */
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
const cutOff = Object.entries(cuts).flatMap(([name, before]) =>
  (['TLSv1.2', 'TLSv1.3'] as const).map((tls) => {
    const more = before.afterBytes === undefined ? {} : handshake
    return fault(`${name}, ${tls}`, [close], { ...more, before, tls })
  }),
)

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const raw = (text: string, more: Act = {}): Act => ({ raw: text, ...more })
const cutHead = { answer: 'cut', where: 'head' } as const

/** Every fault, in the rows of the table. */
export const groups: readonly Group[] = [
  {
    fault: 'connection refused, name not found',
    demand: '≤ 3 tries, not_sent',
    everywhere: true,
    faults: [
      fault('refused', [], { origin: 'http://127.0.0.1:47311', ...connecting }),
      fault('name', [], { origin: 'https://name.invalid', ...connecting }),
    ],
  },
  {
    fault: 'a reset or an end after the whole request, also on a reused connection',
    demand: 'POST once, unknown, refId; PUT ≤ 3',
    everywhere: true,
    faults: [
      fault('reset unread', [], { before: 'resets', ...unread }),
      fault('reset', [reset]),
      fault('reset reused', [reset], { reused: true }),
      fault('close', [close]),
      fault('reset, undone', [undone(reset)]),
      fault('close, undone', [undone(close)]),
    ],
  },
  {
    fault: 'a reset or an end in the body',
    demand: 'as 2',
    everywhere: true,
    faults: [fault('reset body', [cut('reset')]), fault('close body', [cut('end')])],
  },
  {
    fault: 'no answer, a late one, one byte a second',
    demand: 'POST once, unknown',
    faults: [
      fault('silence', [{ by: 'silence' }]),
      fault('late', [{ answer: 'late', where: 'before the first byte', delay: 6_000 }]),
      fault('drip', [{ answer: 'late', where: 'body', drips: true }]),
    ],
  },
  {
    fault: 'an answer that is no HTTP, half of one, two of them, or comes after 100 or 103',
    demand: 'POST once; a success or unknown',
    faults: [
      fault('103, reset', [{ ...cutHead, before: 103, by: 'reset' }]),
      fault('close chunks', [{ ...cut('end'), chunked: true }]),
      fault('reset chunks', [{ ...cut('reset'), chunked: true }]),
      fault('no HTTP', [raw('it was done\r\n\r\n', cutHead)]),
      fault('half a head', [raw('HTTP/1.1 200 OK\r\nContent-', cutHead)]),
      fault('half a chunk', [
        raw(`${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"id`, { answer: 'cut', where: 'body' }),
      ]),
      fault('103', [{ before: 103 }]),
      fault('103 alone', [{ ...cutHead, before: 103, by: 'end' }]),
      fault('100', [{ before: 100, where: 'head' }]),
      fault('two answers', [{ again: 'at once' }]),
      fault('answered again', [{ where: 'behind the answer', again: 'later' }]),
      fault('close behind', [{ where: 'behind the answer', by: 'end', answer: 'given' }]),
    ],
  },
  {
    fault: 'an HTTP/2 stream that the server refuses or resets, a connection that it ends',
    demand: 'POST once, unknown; PUT ≤ 3, each an attempt',
    faults: [
      overHttp2('refused stream', [undone({ by: refused }), success]),
      // A stream comes before this one, since 0 stands for the last that was seen.
      overHttp2('GOAWAY', [undone(goAway(0, 2)), success], { reused: true }),
      overHttp2('GOAWAY (done)', [goAway(0, 0)]),
      overHttp2('GOAWAY below', [goAway(0, 2)]),
      overHttp2('GOAWAY: error', [goAway(internalError, 0)]),
      overHttp2('GOAWAY below: error', [goAway(internalError, 2)]),
      overHttp2('GOAWAY, half an answer', [{ ...goAway(internalError, 0), ...cut('end') }]),
      overHttp2('half an answer: cancelled', [cut(cancelled)]),
      overHttp2('half an answer: refused', [cut(refused)]),
      ...Object.entries(streamCodes).map(([name, by]) => overHttp2(`stream: ${name}`, [{ by }])),
    ],
  },
  {
    fault:
      'a certificate that is refused; a break or plain text in the handshake and after the request',
    demand: 'not_sent in the handshake; POST once, unknown after it',
    faults: [
      ...(['expired', 'wrongHost', 'unknown', 'TLSv1.1', 'TLSv1.2 of clients'] as const).map(
        refusing,
      ),
      // The client may have written its request before it is told that it needed a certificate.
      fault('TLSv1.3 of clients', [success], { tls: 'TLSv1.3 of clients', ...unread }),
      ...cutOff,
    ],
  },
  {
    fault: 'a gateway that repeats what was carried out, and passes on what the copy gets',
    demand: 'sent once; rejected only by what no client can tell from a first refusal',
    faults: [
      ...repeated(close, [409, 422], 'close'),
      ...repeated(reset, [400, 401, 409, 422, 429], 'reset'),
      ...repeated({ delay: 600 }, [409], 'late'),
      ...repeated({ status: 503 }, [409], '503'),
    ],
  },
  {
    fault: '500, 502, 503, 504 with empty, HTML, JSON, null body',
    demand: 'POST once, unknown; PUT ≤ 3',
    faults: [
      ...inForms(502, done),
      ...inForms(503, done),
      fault('503 empty', [{ status: 503, ...neverGets }]),
      fault('503 busy', [undone({ status: 503, ...json }), success]),
      ...bare([500, 502, 503, 504], { nothing: '', null: 'null', 'a word': '"down"' }),
    ],
  },
  {
    fault: '408, 425, 405, 409, 424, 429, 499, 400, 403, 404, 422',
    demand: 'POST rejected only by 429 and the last 4; 409 never retried',
    faults: [
      ...inForms(408, done),
      ...inForms(409, undone),
      ...inForms(429, undone),
      ...inForms(499, done),
      fault('429 busy', [undone({ status: 429, headers: { 'Retry-After': '0' } }), success]),
      ...bare([400, 403, 404, 405, 408, 422, 424, 425, 499], { nothing: '' }),
    ],
  },
  {
    fault: '200 with cut JSON, HTML, empty, null, string, array, error; 204',
    demand: 'never a success, unknown',
    everywhere: true,
    faults: [
      fault('200 cut', [{ answer: 'cut', where: 'body', body: '{"id":' }]),
      fault('200 HTML', [noSuccess({ ...neverGets, ...html })]),
      fault('200 other', [{ ...neverGets, answer: 'of another', body: other }]),
      fault('200 error', [undone(noSuccess(json))]),
      fault('200 error (done)', [noSuccess(json)]),
      ...['', 'null', '"x"', '[{}]', '7', '\uFEFF', '{}', '{"id":"","address":{"id":""}}'].map(
        (body) => fault(`200 ${JSON.stringify(body)}`, [noSuccess({ body })]),
      ),
      fault('204', [noSuccess({ status: 204 })]),
    ],
  },
  {
    fault: '421, after which the fetch standard sends again',
    demand: 'POST once, rejected',
    everywhere: true,
    notInPages: true,
    faults: bare([421], { nothing: '' }),
  },
]
