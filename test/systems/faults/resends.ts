import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { Server } from 'node:net'
import { Agent, RetryAgent } from 'undici'
import { undiciTransport } from '../../../src/undici.js'
import { listen } from '../../support/listen.js'
import { equal } from './check.js'
import { departing, sharedKey } from './local-server.js'
import type { Context, Row } from './script.js'
import { address, conversion, refId, success } from './sent.js'

/** A dispatcher that sends again by itself, as undici may, over another dispatcher. */
function twice() {
  return undiciTransport({
    dispatcher: new RetryAgent(new Agent(), {
      methods: ['POST', 'PUT'],
      minTimeout: 1,
      maxTimeout: 1,
      maxRetries: 2,
      errorCodes: ['ECONNRESET', 'ECONNREFUSED', 'UND_ERR_SOCKET'],
    }),
  })
}

async function refusedStreams(context: Context): Promise<string> {
  let seen = 0
  const server: Server = createSecureServer(sharedKey.server)
  server.on('stream', (stream: ServerHttp2Stream) => {
    seen++
    // REFUSED_STREAM (RFC 9113, section 7) claims that nothing was done, which is not always true.
    stream.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM)
  })
  const { url, stop } = await listen(server)
  const transport = undiciTransport({ allowH2: true, connect: sharedKey.client })
  const client = context.clientOf({ baseUrl: url, transport })
  const error = await context.failure(client)
  equal([error.code, error.outcome, error.refId], ['ERR_CONNECTION', 'unknown', refId], 'refused')
  equal([seen, error.attempts], [1, 1], 'requests')
  seen = 0
  const put = await context.failure(client, 'PUT')
  equal([seen, put.attempts], [3, 3], 'PUT requests')
  await transport.close()
  stop()
  return 'POST 1, PUT 3 requests; unknown'
}

async function retryingDispatcher(context: Context): Promise<string> {
  for (const method of ['createStablecoinConversion', 'putCryptoDestinationAddress'] as const) {
    const { url, seen, stop } = await departing()
    const client = context.clientOf({ baseUrl: url, transport: twice(), maxRetries: 0 })
    const call =
      method === 'createStablecoinConversion'
        ? client.createStablecoinConversion(conversion)
        : client.putCryptoDestinationAddress(address)
    const error = await context.failureOf(call)
    equal([error.outcome, seen()], ['unknown', 1], method)
    stop()
  }
  const { url, seen } = await context.script({ status: 503 }, success)
  const client = context.clientOf({ baseUrl: url, transport: twice() })
  const error = await context.failure(client)
  equal([error.outcome, error.attempts, (await seen()).length], ['unknown', 1, 1], '503')
  return 'seen once each, unknown'
}

export const rows: readonly Row[] = [
  {
    number: 21,
    fault: 'an HTTP/2 stream that the server refuses',
    demand: 'POST once, unknown; PUT ≤ 3, each an attempt',
    run: refusedStreams,
  },
  {
    number: 24,
    fault: 'a dispatcher that retries, and reports only the last failure',
    demand: 'POST once, unknown',
    run: retryingDispatcher,
  },
]
