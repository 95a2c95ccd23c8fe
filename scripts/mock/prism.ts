import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

/** A server that was started, and how to stop it. */
export interface Running {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Serves a document by Prism on loopback; port 0 takes a free one. Its library and not its command is
 * used: the command ends with an error when a body holds certain characters that it tries to log.
 */
export async function startPrism(document: string, port = 0): Promise<Running> {
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
  const url = await server.listen(port, '127.0.0.1').catch((error: unknown) => {
    // Prism rejects with a text.
    if (!String(error).includes('EADDRINUSE'))
      throw new Error(`Prism did not start: ${String(error)}`)
    throw new Error(`Port ${port} is taken. Choose another with --port.`)
  })
  return { url, stop: () => server.close() }
}
