import { constants } from 'node:http2'
import type { DoorName } from '../../test/systems/faults/doors.js'
import type { Step } from '../../test/systems/faults/step.js'

/** What the far side does with one request, and whether it carries it out. */
export interface Act extends Step {
  readonly carriesOut?: true
  /** Answers with the conversion that was asked for. */
  readonly answers?: true
}

/** What goes wrong with one conversion. */
export interface Fault {
  readonly name: string
  /** What the far side does, for the guide. */
  readonly what: string
  /** What becomes of each request in turn, and of all further ones what became of the last. */
  readonly acts: readonly Act[]
  /** What stands before the far side, if it is not a relay. */
  readonly before?: 'nobody' | 'no name' | 'resets' | 'holds' | 'gateway'
  readonly door?: DoorName
  /** Another conversion succeeds over the connection first. */
  readonly reused?: true
  /** The process makes the call and then stands still for longer than its limit. */
  readonly blocked?: true
  /** No byte of the request leaves, unless it leaves too late. */
  readonly unsent?: true
  readonly overHttp2?: true
  /** Most clients take the answer for a success, so that no control fails. */
  readonly seemsDone?: true
}

type More = Omit<Fault, 'name' | 'what' | 'acts'>
const fault = (name: string, what: string, acts: readonly Act[], more: More = {}): Fault => ({
  name,
  what,
  acts,
  ...more,
})
const done = (step: Act): Act => ({ ...step, carriesOut: true })
const success = done({ answers: true })
/** In the form that most clients look for, one that finds errors by this name among them. */
const json = { body: '{"error":{"code":"not_now","message":"Not now."}}' }
const page = '<!doctype html><title>Not now</title><h1>Not now</h1>'
const html = { headers: { 'Content-Type': 'text/html' }, body: page }
const other = { body: '{"id":"another","ref_id":"another","status":"CREATED"}' }
const refused = { resetStream: constants.NGHTTP2_REFUSED_STREAM }
const goAway = (below: number): Act => ({ goAway: { code: 0, below }, fault: 'close' })
const reset = done({ fault: 'reset' })
const unsent = { unsent: true } as const
const overHttp2 = { overHttp2: true } as const

/** A status in two forms. */
const inForms = (what: string, code: number, as: (step: Act) => Act): Fault[] =>
  Object.entries({ JSON: json, HTML: html }).map(([form, written]) =>
    fault(`${code} ${form}`, `${what} ${code} with ${form}`, [as({ status: code, ...written })]),
  )
const overwritten = (code: number) => inForms('carries it out; a gateway answers', code, done)
const refusing = (code: number) => inForms('does nothing, and answers', code, (step) => step)
/** The first copy is carried out, and the second refused. */
const repeated = (code: number): Fault => {
  const what = `carries it out; a gateway repeats it, and the copy gets ${code}`
  const acts = [done({ fault: 'close' }), { status: code, ...json }]
  return fault(`${code} of a copy`, what, acts, { before: 'gateway' })
}

/** What every client has to be right in, so that its other cells count. */
export const sound: readonly Fault[] = [
  fault('no fault', 'carries it out, and answers', [success]),
  fault('422', 'refuses it', [{ status: 422, ...json }]),
]

const frozen = 'the process is stopped in the TLS handshake, and resumes after its limit'
const blocked = 'the event loop is blocked once the call was made, until after its limit'
const errorOfDone = 'carries it out; a gateway answers 200 with an error in JSON'
const goingAway = 'ends the used HTTP/2 connection before this stream; a repeat succeeds'
export const faults: readonly Fault[] = [
  fault('refused', 'nobody listens', [], { before: 'nobody', ...unsent }),
  fault('name', 'the name is not found', [], { before: 'no name', ...unsent }),
  fault('TLS', 'its certificate has expired', [success], { door: 'expired', ...unsent }),
  fault('frozen', frozen, [success], { before: 'holds', door: 'TLSv1.3', ...unsent }),
  fault('blocked', blocked, [success], { blocked: true, ...unsent }),
  fault('reset unread', 'takes the connection, reads nothing, and resets', [], {
    before: 'resets',
  }),
  fault('reset', 'carries it out, and resets', [reset]),
  fault('reset reused', 'the same over a used connection', [success, reset], { reused: true }),
  fault('reset body', 'carries it out, and resets in the middle of its answer', [
    done({ fault: 'cut-reset', body: '{"id":' }),
  ]),
  fault('silence', 'carries it out, and answers nothing', [done({ fault: 'silence' })]),
  ...[...overwritten(408), ...refusing(409), ...refusing(429), ...overwritten(499)],
  ...[...overwritten(502), ...overwritten(503)],
  fault('503 empty', 'never gets it; a gateway answers 503 with nothing', [{ status: 503 }]),
  fault('503 busy', 'is busy: 503; a repeat succeeds', [{ ...json, status: 503 }, success]),
  fault('200 cut', 'carries it out; the JSON is cut short', [done({ body: '{"id":' })]),
  fault('200 HTML', 'never gets it; a proxy answers 200 with a page', [html]),
  fault('200 other', 'never gets it; a proxy answers with another conversion', [other]),
  fault('200 error', 'does nothing, and answers 200 with an error in JSON', [json]),
  fault('200 error (done)', errorOfDone, [done(json)], { seemsDone: true }),
  ...[409, 422].map(repeated),
  fault('refused stream', 'refuses the stream; a repeat succeeds', [refused, success], overHttp2),
  fault('refused stream (done)', 'carries it out; a proxy refuses it', [done(refused)], overHttp2),
  // A stream comes before this one, since 0 stands for the last that was seen.
  fault('GOAWAY', goingAway, [success, goAway(2), success], { reused: true, ...overHttp2 }),
  fault('GOAWAY (done)', 'carries it out, and ends the connection', [done(goAway(0))], overHttp2),
]
