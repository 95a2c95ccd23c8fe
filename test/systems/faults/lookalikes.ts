import { connect as connectPlainly } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Agent, ProxyAgent } from 'undici'
import { undiciTransport } from '../../../src/undici.js'
import { listen } from '../../support/listen.js'
import { equal } from './check.js'
import { sharedKey } from './local-server.js'
import type { Context, Row } from './script.js'
import { refId } from './sent.js'

/** A failure in the form that a runtime gives it. */
function failure(facts: object, message = 'it failed', cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? {} : { cause }), facts)
}

const connecting = (code: string) => failure({ code, syscall: 'connect' })
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause })

const proven: readonly unknown[] = [
  fetchFailed(connecting('ECONNREFUSED')),
  fetchFailed(connecting('EHOSTUNREACH')),
  fetchFailed(connecting('ETIMEDOUT')),
  fetchFailed(failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })),
  fetchFailed(failure({ code: 'EAI_AGAIN' })),
  fetchFailed(failure({ code: 'UND_ERR_CONNECT_TIMEOUT' })),
  ...[
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ].map((code) => fetchFailed(failure({ code }))),
  fetchFailed(
    new Error('error sending request for url (https://a/): client error (Connect): tcp connect'),
  ),
  fetchFailed(
    Object.assign(new AggregateError([connecting('ECONNREFUSED'), connecting('ENETUNREACH')]), {
      code: 'ECONNREFUSED',
    }),
  ),
]

const own: Error & { cause?: unknown } = new Error('its own cause')
own.cause = own

const unproven: readonly unknown[] = [
  ...[
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ECONNREFUSED',
    'UND_ERR_SOCKET',
    'ERR_STREAM_PREMATURE_CLOSE',
  ],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_REQ_RETRY', 'EPROTO'],
  ...[
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  ],
  ...['XENOTFOUND', 'ENOTFOUND_', 'A_CERT_HAS_EXPIRED', 'ENOTFOUND\nCERT_X'],
]
  .map((code): unknown => fetchFailed(failure({ code })))
  .concat([
    fetchFailed(failure({ code: 'ECONNREFUSED', syscall: 'read' }, 'read ECONNREFUSED')),
    fetchFailed(failure({ code: 'ECONNRESET', syscall: 'read' })),
    fetchFailed(undefined),
    fetchFailed({}),
    fetchFailed(new AggregateError([])),
    fetchFailed(new AggregateError([connecting('ECONNREFUSED'), failure({ code: 'ECONNRESET' })])),
    failure({ code: 'ECONNRESET' }, 'reset', connecting('ECONNREFUSED')),
    failure({ syscall: 'connect' }, 'connect', failure({ code: 'ECONNRESET' })),
    own,
    new Error('bad port'),
    failure({ code: 'ECONNREFUSED' }, 'Unable to connect. Is the computer able to access the url?'),
    undefined,
    'connect ECONNREFUSED',
  ])

async function told(context: Context, reason: unknown): Promise<[string, number]> {
  const client = context.clientOf({
    baseUrl: 'https://api.example.com',
    // A transport of the caller's, of which only its errors tell. Some are no Error, on purpose.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    transport: () => Promise.reject(reason),
  })
  const error = await context.failure(client)
  equal(error.refId, refId, 'refId')
  return [error.outcome, error.attempts]
}

async function codes(context: Context): Promise<string> {
  await Promise.all([
    ...proven.map(async (reason) => {
      equal(await told(context, reason), ['not_sent', 3], String((reason as Error).cause))
    }),
    ...unproven.map(async (reason) => {
      equal(await told(context, reason), ['unknown', 1], String(reason))
    }),
  ])
  return `${proven.length} not_sent after 3 tries, ${unproven.length} unknown after 1`
}

/** A way to a TLS server on which, once a request was carried out, something writes plain text into the stream. */
async function injected(context: Context): Promise<string> {
  let seen = 0
  let inject: () => void = () => undefined
  const service = createTlsServer(sharedKey.server, (socket) => {
    socket.once('data', () => {
      seen++
      inject()
    })
  })
  const { port, stop } = await listen(service)
  const way = await listen((socket) => {
    const onward = connectPlainly(port, '127.0.0.1').on('error', () => undefined)
    socket.pipe(onward).pipe(socket)
    inject = () => {
      onward.unpipe(socket)
      socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n')
    }
  })
  const baseUrl = way.url.replace('http:', 'https:')
  const transport = undiciTransport({ connect: sharedKey.client })
  const client = context.clientOf({ baseUrl, transport })
  const error = await context.failure(client)
  equal([error.outcome, error.attempts, seen], ['unknown', 1, 1], 'plain text in the stream')
  await transport.close()
  way.stop()
  stop()
  return 'POST 1 request, unknown'
}

async function neverLeft(context: Context): Promise<string> {
  const failing = await listen((socket) => socket.once('data', () => socket.destroy()))
  const alerting = await listen((socket) =>
    // A fatal alert: handshake_failure (RFC 8446, section 6.2).
    socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40]))),
  )
  const refusing = await listen((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')),
  )
  const closed = new Agent()
  await closed.close()
  const secure = ({ url }: { url: string }) => url.replace('http:', 'https:')
  const { url: silentService } = await context.script({ fault: 'silence' })
  const cases = [
    { what: 'a break in the handshake', baseUrl: secure(failing), options: {} },
    { what: 'a TLS alert', baseUrl: secure(alerting), options: {} },
    {
      what: 'a proxy that refuses',
      baseUrl: 'https://api.example.com',
      options: { dispatcher: new ProxyAgent(refusing.url) },
    },
    { what: 'a closed dispatcher', baseUrl: silentService, options: { dispatcher: closed } },
    {
      what: 'a host that swallows packets',
      baseUrl: silentService,
      options: { connect: () => undefined },
      code: 'ERR_TIMEOUT',
    },
  ]
  for (const { what, baseUrl, options, code = 'ERR_CONNECTION' } of cases) {
    const transport = undiciTransport(options)
    const client = context.clientOf({ baseUrl, transport, timeout: 300, maxRetries: 1 })
    const error = await context.failure(client)
    equal([error.code, error.outcome, error.attempts], [code, 'not_sent', 2], what)
  }
  for (const { stop } of [failing, alerting, refusing]) stop()
  return `${cases.length} ways, not_sent`
}

export const rows: readonly Row[] = [
  {
    number: 22,
    fault: 'plain text in a TLS stream, after the request was carried out',
    demand: 'POST once, unknown',
    run: injected,
  },
  {
    number: 23,
    fault: 'each code and message of a failure, in causes and in an AggregateError',
    demand: 'not_sent only for resolving, connecting and the handshake',
    run: codes,
  },
  {
    number: 30,
    fault:
      'handshake broken or refused, proxy that refuses, closed dispatcher, no connection in time',
    demand: 'not_sent over undici, which reports it',
    run: neverLeft,
  },
]
