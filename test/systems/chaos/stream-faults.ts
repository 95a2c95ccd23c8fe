import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request that arrived whole over HTTP/2, and what can be done with it. */
interface Work {
  readonly stream: ServerHttp2Stream
  readonly session: Http2Session
  readonly body: string
  readonly carryOut: () => void
  readonly refuse: (status: number) => void
}
export type Fault = (work: Work) => void | Promise<void>

const json = { 'content-type': 'application/json' }

export const succeed: Fault = ({ stream, body, carryOut }) => {
  carryOut()
  stream.respond({ ':status': 200, ...json })
  stream.end(body)
}

/** Carries the request out and resets its stream; an honest server does not carry out what it refuses. */
const reset =
  (code: number, done = true): Fault =>
  ({ stream, carryOut }) => {
    if (done) carryOut()
    stream.close(code)
  }

/** Says which stream was the last that it looks at, and closes the connection behind that. */
const goAway =
  (code: number, last: (id: number) => number, done = true): Fault =>
  async ({ stream, session, carryOut }) => {
    if (done) carryOut()
    session.goaway(code, last(stream.id ?? 0))
    await sleep(5)
    session.destroy()
  }

const cut =
  (end: (work: Work) => void): Fault =>
  async (work) => {
    work.carryOut()
    work.stream.respond({ ':status': 200, ...json })
    work.stream.write(work.body.slice(0, -3))
    await sleep(5)
    end(work)
  }

const same = (id: number): number => id
const before = (id: number): number => Math.max(0, id - 2)
const {
  NGHTTP2_REFUSED_STREAM: REFUSED_STREAM,
  NGHTTP2_INTERNAL_ERROR: INTERNAL_ERROR,
  NGHTTP2_ENHANCE_YOUR_CALM: ENHANCE_YOUR_CALM,
  NGHTTP2_NO_ERROR: NO_ERROR,
} = constants

/** What a server does to streams and connections, and how often beside the others. */
export const faults: Readonly<Record<string, readonly [weight: number, Fault]>> = {
  'refused-after': [30, reset(REFUSED_STREAM)],
  'refused-before': [15, reset(REFUSED_STREAM, false)],
  cancelled: [8, reset(constants.NGHTTP2_CANCEL)],
  'internal-error': [8, reset(INTERNAL_ERROR)],
  calm: [8, reset(ENHANCE_YOUR_CALM)],
  'http-1.1-required': [8, reset(constants.NGHTTP2_HTTP_1_1_REQUIRED)],
  'protocol-error': [8, reset(constants.NGHTTP2_PROTOCOL_ERROR)],
  'no-error': [8, reset(NO_ERROR)],
  'goaway-below-after': [15, goAway(NO_ERROR, before)],
  'goaway-below-before': [15, goAway(NO_ERROR, before, false)],
  'goaway-error': [12, goAway(INTERNAL_ERROR, same)],
  'goaway-error-below': [12, goAway(INTERNAL_ERROR, before)],
  'goaway-calm': [8, goAway(ENHANCE_YOUR_CALM, same)],
  'goaway-at': [
    10,
    async (work) => {
      work.session.goaway(NO_ERROR, work.stream.id)
      await sleep(5)
      await succeed(work)
    },
  ],
  'goaway-mid-answer': [
    10,
    async (work) => {
      const { session, stream, body, carryOut } = work
      carryOut()
      stream.respond({ ':status': 200, ...json })
      stream.write(body.slice(0, 4))
      session.goaway(NO_ERROR, stream.id)
      await sleep(5)
      if (!stream.destroyed) stream.end(body.slice(4))
    },
  ],
  'goaway-mid-answer-cut': [
    8,
    cut(({ session, stream }) => {
      session.goaway(INTERNAL_ERROR, stream.id)
      session.destroy()
    }),
  ],
  'connection-ends': [
    10,
    ({ session, carryOut }) => {
      carryOut()
      session.destroy()
    },
  ],
  'cut-cancelled': [8, cut(({ stream }) => stream.close(constants.NGHTTP2_CANCEL))],
  'cut-refused': [8, cut(({ stream }) => stream.close(REFUSED_STREAM))],
  'cut-connection': [8, cut(({ session }) => session.destroy())],
  'cut-length': [
    8,
    ({ stream, body, carryOut }) => {
      carryOut()
      stream.respond({ ':status': 200, ...json, 'content-length': 10_000 })
      stream.end(body)
    },
  ],
  hints: [
    8,
    async (work) => {
      work.stream.additionalHeaders({ ':status': 103, link: '</help>; rel=preload' })
      await succeed(work)
    },
  ],
  trailers: [
    8,
    ({ stream, body, carryOut }) => {
      carryOut()
      stream.respond({ ':status': 200, ...json }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-digest': '1' }))
      stream.end(body)
    },
  ],
  misdirected: [8, ({ refuse }) => refuse(421)],
  conflict: [8, ({ refuse }) => refuse(409)],
  'one-stream-at-a-time': [10, succeed],
  hang: [1, ({ carryOut }) => carryOut()],
}
