import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Running } from '../lib/running.js'
import { type Answer, forward } from './forward.js'
import { createValidator, type Validate } from './validate.js'

export interface ProxyOptions {
  /** The base address of the service. */
  readonly upstream: string
  /** 0 takes a free one. */
  readonly port?: number
  /** Is told each difference from the document, in a line. */
  readonly report: (line: string) => void
}

/** Starts a proxy that passes requests on and compares both sides of each call with the document. */
export async function startProxy({ upstream, port = 0, report }: ProxyOptions): Promise<Running> {
  const address = new URL(upstream)
  // As it is written: its `default` stands for the statuses that are not documented.
  const validate = await createValidator('openapi/openapi.yaml')
  const server = createServer((request, response) => {
    pass(address, validate, request, response, report).catch((error: unknown) => {
      const reason = error instanceof Error ? describe(error) : String(error)
      report(
        `${request.method ?? ''} ${request.url ?? ''}: no answer from ${address.origin}: ${reason}`,
      )
      response.writeHead(502).end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is taken. Choose another with --port.`)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
      return Promise.resolve()
    },
  }
}

async function pass(
  upstream: URL,
  validate: Validate,
  request: IncomingMessage,
  response: ServerResponse,
  report: (line: string) => void,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = await buffer(request)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const answer = await forward(upstream, method, url, headers, body)
  const { inRequest, inResponse } = await validate({ method, url, headers, body }, answer)
  response.writeHead(answer.status, answer.headers).end(answer.payload)
  for (const difference of inRequest) report(`${method} ${url}: request ${difference}`)
  if (inRequest.length > 0 && answer.status < 300)
    report(`${method} ${url}: response ${answer.status} to a request that the document refuses`)
  for (const difference of [...inResponse, ...statusDifferences(answer)])
    report(`${method} ${url}: response ${difference}`)
}

/** The document's `default` response means refusals and failures, not another success. */
function statusDifferences({ status }: Answer): string[] {
  if (status === 200 || status >= 400) return []
  return [`status ${status}: the document names 200 for success`]
}

function describe(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}
