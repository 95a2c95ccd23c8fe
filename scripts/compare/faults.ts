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
  readonly acts?: readonly Act[]
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
}

const done = { carriesOut: true } as const
const success: Act = { ...done, answers: true }
/** In the form that most clients look for, one that finds errors by this name among them. */
const json = { body: '{"error":{"code":"not_now","message":"Not now."}}' }
const html = {
  headers: { 'Content-Type': 'text/html' },
  body: '<!doctype html><title>Not now</title><h1>Not now</h1>',
}
const { NGHTTP2_REFUSED_STREAM: refused, NGHTTP2_NO_ERROR: noError } = constants

/** A status in two forms; a gateway writes some of them over what was carried out. */
const status = (code: number, carriesOut: boolean): Fault[] =>
  Object.entries({ JSON: json, HTML: html }).map(([form, written]) => ({
    name: `${code} ${form}`,
    what: `${carriesOut ? 'carries it out; a gateway answers' : 'does nothing, and answers'} ${code} with ${form}`,
    acts: [{ status: code, ...written, ...(carriesOut && done) }],
  }))

/** What every client has to say rightly, so that its other cells count. */
export const sound: readonly Fault[] = [
  { name: 'no fault', what: 'carries it out, and answers', acts: [success] },
  { name: '422', what: 'refuses it', acts: [{ status: 422, ...json }] },
]

export const faults: readonly Fault[] = [
  { name: 'refused', what: 'nobody listens', before: 'nobody', unsent: true },
  { name: 'no name', what: 'the name is not found', before: 'no name', unsent: true },
  {
    name: 'TLS',
    what: 'its certificate has expired',
    door: 'expired',
    acts: [success],
    unsent: true,
  },
  {
    name: 'frozen',
    what: 'the process is stopped in the TLS handshake, and goes on after its limit',
    ...{ before: 'holds', door: 'TLSv1.3', acts: [success], unsent: true },
  },
  {
    name: 'blocked',
    what: 'the event loop is blocked once the call was made, until after its limit',
    ...{ blocked: true, acts: [success], unsent: true },
  },
  { name: 'reset at once', what: 'resets the connection, and reads nothing', before: 'resets' },
  { name: 'reset', what: 'carries it out, and resets', acts: [{ fault: 'reset', ...done }] },
  {
    name: 'reset, reused',
    what: 'the same over a connection that was used before',
    ...{ reused: true, acts: [success, { fault: 'reset', ...done }] },
  },
  {
    name: 'reset in the body',
    what: 'carries it out, and resets in the middle of its answer',
    acts: [{ fault: 'cut-reset', body: '{"id":', ...done }],
  },
  {
    name: 'silence',
    what: 'carries it out, and answers nothing',
    acts: [{ fault: 'silence', ...done }],
  },
  ...status(408, true),
  ...status(409, false),
  ...status(429, false),
  ...status(499, true),
  ...status(502, true),
  ...status(503, true),
  {
    name: '503 empty',
    what: 'never gets it; a gateway answers 503 with nothing',
    acts: [{ status: 503 }],
  },
  {
    name: '503 busy',
    what: 'does nothing and answers 503; a repeat succeeds',
    acts: [{ status: 503, ...json }, success],
  },
  {
    name: '200 cut',
    what: 'carries it out; the JSON is cut short',
    acts: [{ body: '{"id":', ...done }],
  },
  { name: '200 HTML', what: 'never gets it; a proxy answers 200 with a page', acts: [html] },
  {
    name: '200 other',
    what: 'never gets it; a proxy answers with another conversion',
    acts: [{ body: '{"id":"another","ref_id":"another","status":"CREATED"}' }],
  },
  ...[409, 422].map((code): Fault => ({
    name: `repeated, ${code}`,
    what: `carries it out; a gateway repeats it, and the copy gets ${code}`,
    ...{
      before: 'gateway',
      acts: [
        { fault: 'close', ...done },
        { status: code, ...json },
      ],
    },
  })),
  {
    name: 'stream refused',
    what: 'refuses the HTTP/2 stream and does nothing; a repeat succeeds',
    ...{ overHttp2: true, acts: [{ resetStream: refused }, success] },
  },
  {
    name: 'stream refused, done',
    what: 'carries it out; a proxy refuses the HTTP/2 stream',
    ...{ overHttp2: true, acts: [{ resetStream: refused, ...done }] },
  },
  {
    name: 'GOAWAY',
    what: 'ends the used HTTP/2 connection before this stream, and does nothing; a repeat succeeds',
    ...{ overHttp2: true, reused: true },
    // A stream before this one, since 0 stands for the last that was seen.
    acts: [success, { goAway: { code: noError, below: 2 }, fault: 'close' }, success],
  },
  {
    name: 'GOAWAY, done',
    what: 'carries it out, and ends the HTTP/2 connection after this stream',
    overHttp2: true,
    acts: [{ goAway: { code: noError, below: 0 }, fault: 'close', ...done }],
  },
]
