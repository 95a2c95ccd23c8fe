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
  const server = createServer(await getHttpOperationsFromSpec(document), {
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
  return { url, stop: () => server.close() }
}
