import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { createLogger } from '@stoplight/prism-core'
import { createServer } from '@stoplight/prism-http-server'
import type { Running } from '../../scripts/lib/running.js'
import { escapeAll } from '../../src/mock/check-request.js'
import { readOperations, settings } from '../../src/mock/prism.js'

/**
 * Serves a document by Prism alone, on a free port of loopback. Its library and not its command is used: the
 * command ends with an error when a body holds certain characters that it tries to log.
 */
export async function startPrism(document: string): Promise<Running> {
  const server = createServer(await readOperations(document), {
    cors: true,
    config: { ...settings, isProxy: false },
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
