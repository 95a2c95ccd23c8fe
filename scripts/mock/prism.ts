import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

/** A server that was started, and how to stop it. */
export interface Running {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Serves a document by Prism on a free port of loopback. Its library and not its command is used: the
 * command ends with an error when a body holds certain characters that it tries to log.
 */
export async function startPrism(document: string): Promise<Running> {
  const operations = await getHttpOperationsFromSpec(document)
  const server = createServer(operations.map(withoutHeaderLists), {
    cors: true,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
      mock: { dynamic: false },
    },
    components: { logger: createLogger('mock', { level: 'silent' }) },
  })
  const url = await server.listen(0, '127.0.0.1')
  subscribe(requestStart, escapeViolations)
  return {
    url,
    stop: () => {
      unsubscribe(requestStart, escapeViolations)
      return server.close()
    },
  }
}

type Operation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

/** Prism ends the whole process where a header that is a list is left out; the client has checked what it sends. */
function withoutHeaderLists(operation: Operation): Operation {
  const headers = operation.request?.headers?.filter(({ schema }) => schema?.type !== 'array')
  return headers === undefined
    ? operation
    : { ...operation, request: { ...operation.request, headers } }
}

const requestStart = 'http.server.request.start'

/**
 * Prism quotes the names of unknown fields in the header `sl-violations`. A name that a header cannot hold would end
 * the whole process.
 */
function escapeViolations(message: unknown): void {
  const { response } = message as { response: ServerResponse }
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    setHeader(name, name === 'sl-violations' ? escapeAll(String(value)) : value)
}

function escapeAll(text: string): string {
  const escape = (character: string): string =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[^ -~]/g, escape).slice(0, 8_000)
}
