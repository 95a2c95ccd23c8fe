import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import ownDocument from '../../generated/openapi.json' with { type: 'json' }
import { maxBodyBytes } from '../../src/document/prepare-input.js'
import type { Provider } from '../../src/document/provider.js'
import {
  type NextAnswer,
  Queue,
  type QueuedAnswer,
  tokenRequests,
} from '../../src/testing/faults.js'
import { refuse } from '../../src/testing/problem.js'
import { typedProvider } from '../../src/testing/provider.js'
import {
  createReply,
  createService,
  ofJson,
  type Reply,
  replyInstead,
  type ServiceParts,
  textReply,
} from '../../src/testing/service.js'
import { createRequestCheck } from './check-request.js'
import { createControl } from './control.js'
import { listen } from './listen.js'
import { allowPages, isOwnHost } from './pages.js'
import { createTokenServer, type MockClient, mockClient } from './token-server.js'

export type Mock = Awaited<ReturnType<typeof startMock>>

export interface MockOptions {
  /** 0 takes a free one. */
  readonly port?: number
  /** @default loopback */
  readonly host?: string
  /** More host names of the mock, in lower case: see `isOwnHost`. */
  readonly allowedHosts?: readonly string[]
  /** Whether pages of other origins may set the answers to the next requests. @default false */
  readonly controlCors?: boolean
  readonly clients?: readonly MockClient[]
  /** Seconds that a token lives. */
  readonly lifetime?: number
  /** The answer to every request of an operation that fits the document, or with `token` to every token request. */
  readonly faults?: Readonly<Record<string, QueuedAnswer>>
  /** Your provider's document. @default our own */
  readonly provider?: Provider | undefined
  readonly document?: object | undefined
  /** Is told of each further call that is carried out with a reference. */
  readonly onRepeat?: ServiceParts['onRepeat']
  /** Sees each request before it is answered. */
  readonly onRequest?: (request: IncomingMessage, body: Buffer) => void
  /** Sees each request when it is over. */
  readonly onEnd?: (entry: Entry) => void
}

/** The log entry of a request: never a token or a body. */
export interface Entry {
  readonly method: string
  readonly path: string
  readonly operation?: string | undefined
  /** Absent without an answer. */
  readonly status?: number | undefined
  /** Why it was refused. */
  readonly reason?: string | undefined
  readonly fault?: string | undefined
  readonly milliseconds: number
}

/**
 * Starts the mock: a token server, and a service whose requests Prism checks.
 * @throws Error in one sentence, where it cannot listen
 */
export async function startMock(options: MockOptions = {}) {
  const server = createServer()
  const starting = makeMock(server, options)
  // The port opens before all is made: a request that comes earlier waits.
  server.on('request', (request, response) => {
    starting.then(
      ({ handle }) => handle(request, response),
      () => response.destroy(),
    )
  })
  return (await starting).mock
}

async function makeMock(server: Server, options: MockOptions) {
  const { document = ownDocument } = options
  const provider = typedProvider(options.provider)
  const { port = 0, host = '127.0.0.1', lifetime, onRequest, onEnd } = options
  const { clients = [{ ...mockClient, scopes: provider.scopes }] } = options
  const { allowedHosts = [], controlCors = false, onRepeat } = options
  const listener = await listen(server, port, host)
  const { url } = listener
  const tokens = await createTokenServer(url, clients, lifetime)
  const check = await createRequestCheck(document)
  const queue = new Queue(provider, options.faults)
  const { reply: answerCall, update } = createService({
    base: url,
    provider,
    take: (operation) => queue.take(operation),
    scopesOf: tokens.scopesOf,
    check,
    onRepeat,
  })
  const control = createControl(
    { queue, update, rotate: tokens.rotate, closeFor: listener.closeFor },
    controlCors,
  )

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { method = '', url: target = '' } = request
    const bytes = await readBody(request)
    if (bytes === undefined) return refuse(413, 'the body is too large')
    const body = bytes.toString()
    const own = control.answer(request, body)
    if (own !== undefined) return own
    onRequest?.(request, bytes)
    const headers = Object.fromEntries(new Headers(request.headers as Record<string, string>))
    return answerCall({ method, url: target, headers, body })
  }
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const { method = '', url: target = '' } = request
    let reply: Reply | undefined
    const write = (result: Reply) => writeResponse((reply = result), request, response)
    response
      .on('error', () => undefined)
      .on('close', () => {
        onEnd?.({
          method,
          path: target.replace(/\?.*/s, ''),
          operation: reply?.operation?.id,
          status: response.headersSent ? response.statusCode : undefined,
          reason: reply?.reason,
          fault: reply?.queued?.fault,
          milliseconds: performance.now() - startedAt,
        })
      })
    const { host: name } = request.headers
    if (!isOwnHost(name, [host, ...allowedHosts])) {
      void write(textReply(421, 'this host name is not allowed; --allow-host allows it'))
      return
    }
    if (allowPages(request, response, controlCors)) return
    if (target === tokens.path) {
      const queued = method === 'POST' ? queue.take(tokenRequests) : undefined
      const issue = (): void => tokens.handle(request, response)
      if (queued === undefined) issue()
      else if (queued.fault === 'slow') {
        reply = { ...createReply(200), queued }
        const waiting = setTimeout(issue, queued.milliseconds)
        response.on('close', () => clearTimeout(waiting))
      } else {
        // No client can tell that the lost token was never issued.
        const lost = { ...createReply(200, ofJson, '{"access_token":""}'), queued }
        void write(replyInstead(queued) ?? lost)
      }
      return
    }
    answer(request)
      .then((result) => {
        // A kept connection would carry the next request, although the port is closed.
        if (!server.listening) response.setHeader('Connection', 'close')
        return write(result)
      })
      .catch((error: unknown) => write(textReply(500, (error as Error).message)))
  }
  const mock = {
    url,
    tokenUrl: url + tokens.path,
    /**
     * Sets the answers to the next requests of an operation that fit the document, or with `token` to token requests.
     * `refused` closes the port at once.
     */
    next: (operation: string, ...answers: readonly NextAnswer[]): void =>
      control.add(operation, answers),
    /** As `update` of `fakeIssuer`. */
    update,
    /** Replaces the secret of a client; its tokens stay valid. */
    rotate: tokens.rotate,
    stop: listener.stop,
  }
  return { mock, handle }
}

/** The whole body; undefined where it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    // The rest is read and dropped: a client reads no answer before it has written its whole request.
    if (size <= maxBodyBytes) parts.push(part)
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(parts)
}

/** Writes a reply to its socket, or makes the failure that was queued in its place. */
async function writeResponse(
  { status, headers, text, queued = {} }: Reply,
  { socket }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { fault, milliseconds } = queued
  if (fault === 'no_answer') return
  if (fault === 'broken') {
    socket.resetAndDestroy()
    return
  }
  if (fault === 'slow') await sleep(milliseconds)
  const bytes = Buffer.from(text)
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': bytes.length }
  response.writeHead(status, { ...headers, ...length })
  if (fault !== 'cut') {
    response.end(bytes)
    return
  }
  response.write(bytes.subarray(0, bytes.length / 2), () => {
    socket.destroySoon()
  })
}
