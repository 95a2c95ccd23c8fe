import { constants } from 'node:http2'
import { vi } from 'vitest'
import { listen } from '../../support/listen.js'
import { type Cut, relay } from '../../support/relay.js'
import { check, equal } from './check.js'
import { through } from './connecting.js'
import type { DoorName } from './doors.js'
import type { Context, Row } from './script.js'
import { success } from './sent.js'
import type { Step } from './step.js'

const partly = { body: '{"id":' }
const {
  NGHTTP2_NO_ERROR: noError,
  NGHTTP2_INTERNAL_ERROR: internalError,
  NGHTTP2_REFUSED_STREAM: refused,
  NGHTTP2_CANCEL: cancelled,
} = constants
const { NGHTTP2_ENHANCE_YOUR_CALM: calm } = constants
const close = { fault: 'close' } as const

/** What a server does to HTTP/2 streams and connections, and whether a request may have been carried out all the same. */
const streams: Readonly<Record<string, Step>> = {
  refused: { resetStream: refused },
  cancelled: { resetStream: cancelled },
  'internal error': { resetStream: internalError },
  calm: { resetStream: calm },
  'HTTP/1.1 required': { resetStream: constants.NGHTTP2_HTTP_1_1_REQUIRED },
  'protocol error': { resetStream: constants.NGHTTP2_PROTOCOL_ERROR },
  'no error': { resetStream: noError },
  'GOAWAY below': { goAway: { code: noError, below: 2 }, ...close },
  'GOAWAY with an error': { goAway: { code: internalError, below: 0 }, ...close },
  'GOAWAY below with an error': { goAway: { code: internalError, below: 2 }, ...close },
  'GOAWAY for calm': { goAway: { code: calm, below: 0 }, ...close },
  'GOAWAY, half an answer': {
    goAway: { code: internalError, below: 0 },
    ...partly,
    fault: 'cut-close',
  },
  'the connection ends': close,
  'half an answer, cancelled': { resetStream: cancelled, ...partly },
  'half an answer, refused': { resetStream: refused, ...partly },
  'half an answer, and the connection ends': { fault: 'cut-close', ...partly },
}

async function brokenStreams(context: Context): Promise<string> {
  const overHttp2 = () => through(context, 'HTTP/2', { allowH2: true })
  await Promise.all(
    Object.entries(streams).map(async ([what, step]) => {
      const post = await context.endOf([step], overHttp2())
      check(post.endsWith(' unknown 1'), `${what}: ${post}`)
      const put = await context.endOf([step], { method: 'PUT', ...overHttp2() })
      // Half an answer may be read as a whole one that is no JSON.
      check((step.body ? / unknown [13]$/ : / unknown 3$/).test(put), `PUT, ${what}: ${put}`)
    }),
  )
  const going = { goAway: { code: noError, below: 0 }, ...success }
  await context.endOf([going], overHttp2())
  return `${Object.keys(streams).length} breaks: POST 1, PUT 3 requests; unknown`
}

/** What a middlebox writes in the place of the answer. */
const inject = 'HTTP/1.1 408 Request Time-out\r\nConnection: close\r\n\r\n'

/** When a connection is cut: in the handshake after so many bytes of the server, or once the request was seen. */
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

async function cutOff(context: Context, door: DoorName, what: string) {
  const { [what]: cut = {} } = cuts
  const isDone = cut.afterBytes === undefined
  const ends: (() => void)[] = []
  const { port, stop } = await listen((client) => {
    ends.push(relay(client, context.secured?.ports[door] ?? 0, cut).end)
  })
  let seen: () => Promise<unknown[]> = () => Promise.resolve([])
  const call = context.endOf([{ fault: 'silence' }], {
    ...through(context, door),
    timeout: 5_000,
    maxRetries: 0,
    at: (script) => {
      ;({ seen } = script)
      return `https://127.0.0.1:${port}${script.path}`
    },
  })
  if (isDone) {
    await vi.waitFor(async () => equal((await seen()).length, 1, what), { timeout: 4_000 })
    for (const end of ends) end()
  }
  const end = await call
  check(end.endsWith(isDone ? ' unknown 1' : ' not_sent 0'), `${what}, ${door}: ${end}`)
  stop()
}

async function brokenHandshakes(context: Context): Promise<string> {
  for (const what of Object.keys(cuts))
    for (const door of ['TLSv1.2', 'TLSv1.3'] as const) await cutOff(context, door, what)
  const refusing = ['expired', 'wrongHost', 'unknown', 'TLSv1.1', 'TLSv1.2 of clients'] as const
  for (const door of refusing)
    equal(await context.endOf([success], through(context, door)), 'ERR_CONNECTION not_sent 0', door)
  // The client may have written its request before it is told that it needed a certificate.
  await context.endOf([success], through(context, 'TLSv1.3 of clients'))
  return `${Object.keys(cuts).length} breaks in 2 versions of TLS, ${refusing.length + 1} refusals`
}

export const rows: readonly Row[] = [
  {
    fault: 'an HTTP/2 stream that the server refuses or resets, a connection that it ends',
    demand: 'POST once, unknown; PUT ≤ 3, each an attempt',
    overTls: true,
    run: brokenStreams,
  },
  {
    fault:
      'a certificate that is refused; a break or plain text in the handshake and after the request',
    demand: 'not_sent in the handshake; POST once, unknown after it',
    overTls: true,
    run: brokenHandshakes,
  },
]
