import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { operations, scopes as allScopes } from '../../generated/operations.js'
import { type Match, operationFinder, typed } from '../../src/url.js'
import { type Example, readExamples } from '../examples.js'
import { allowPages } from './cors.js'
import { startPrism } from './prism.js'
import { type MockClient, createTokenServer, mockClient } from './token-server.js'

/** The mock: a token server, and Prism behind a check of the bearer token. */
export interface Mock {
  readonly url: string
  readonly tokenUrl: string
  revoke(token: string): Promise<void>
  stop(): Promise<void>
}

export interface MockOptions {
  /** 0 takes a free one. */
  readonly port?: number
  readonly clients?: readonly MockClient[]
  /** Seconds that a token lives. */
  readonly lifetime?: number
  /** Sees each request before it is answered. */
  readonly onRequest?: (request: IncomingMessage, body: Buffer) => void
}

const everyone: readonly MockClient[] = [{ ...mockClient, scopes: allScopes }]

/** Starts the mock on loopback. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, clients = everyone, lifetime, onRequest } = options
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is taken. Choose another with --port.`)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tokens = await createTokenServer(url, clients, lifetime)
  const prism = await startPrism('generated/openapi.json')
  const examples = await readExamples()

  const find = operationFinder(operations, url)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    onRequest?.(request, body)
    const { method = '', url: target = '' } = request
    const found = find(method, target)
    const others = 'why' in found ? found.methods : []
    if (others.length > 0 && method !== 'OPTIONS') {
      response.writeHead(405, { Allow: others.join(', ') }).end()
      return
    }
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const granted = token === '' ? undefined : await tokens.scopesOf(token)
    const refusal = refuse(granted, 'why' in found ? [] : found.operation.scopes)
    if (refusal !== undefined) {
      response.writeHead(refusal.status, { 'WWW-Authenticate': refusal.challenge }).end()
      return
    }
    // Nothing gets past the check of scopes: what is no operation here is none for Prism either.
    if ('why' in found && others.length === 0) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end(`${found.why}\n`)
      return
    }
    const example = 'why' in found ? undefined : exampleFor(examples, found, request, body)
    const { status, headers, payload } = await forward(prism.url, request, body, example)
    response.writeHead(status, headers).end(payload)
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (allowPages(request, response)) return
    if (request.url === tokens.path) {
      tokens.handle(request, response)
      return
    }
    answer(request, response).catch((error: unknown) => {
      response.destroy(error as Error)
    })
  })
  return {
    url,
    tokenUrl: url + tokens.path,
    revoke: (token) => tokens.revoke(token),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await prism.stop()
    },
  }
}

/** What a resource server answers to a bearer token that will not do (RFC 6750, section 3.1). */
function refuse(granted: readonly string[] | undefined, scopes: readonly string[]) {
  if (granted === undefined) return { status: 401, challenge: 'Bearer error="invalid_token"' }
  if (scopes.every((scope) => granted.includes(scope))) return undefined
  const challenge = `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`
  return { status: 403, challenge }
}

/** Passes a request on to Prism, and asks it for the example whose request this is. */
async function forward(
  upstream: string,
  request: IncomingMessage,
  body: Buffer,
  example: Example | undefined,
) {
  const { method = 'GET', url = '/' } = request
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !notPassed.test(name)) headers.set(name, String(value))
  if (example !== undefined && !headers.has('prefer'))
    headers.set('Prefer', `example=${example.name}`)
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  const answer = await fetch(upstream + url, {
    method,
    headers,
    body: hasBody ? new Uint8Array(body) : null,
  })
  const payload = Buffer.from(await answer.arrayBuffer())
  const kept = [...answer.headers].filter(
    ([name]) =>
      !/^(connection|keep-alive|content-length|date|transfer-encoding|access-control-.*)$/.test(
        name,
      ),
  )
  return { status: answer.status, headers: Object.fromEntries(kept), payload }
}

/** What is of one connection, or of the body as it came. */
const notPassed = /^(?:host|connection|content-length|transfer-encoding|expect|keep-alive|upgrade)$/

/** The example whose call this is. */
function exampleFor(
  examples: readonly Example[],
  { operation, read }: Match,
  { headers }: IncomingMessage,
  body: Buffer,
): Example | undefined {
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const written = read(Object.fromEntries(texts))
  if (typeof written === 'string') return undefined
  try {
    const fields = operation.hasBody ? (JSON.parse(body.toString()) as object) : undefined
    const given = { ...typed(operation, written, fields) }
    return examples.find(
      ({ operationId, request }) =>
        operationId === operation.id && isDeepStrictEqual(given, request),
    )
  } catch {
    return undefined
  }
}
