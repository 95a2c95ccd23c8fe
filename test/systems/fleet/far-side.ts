import { createServer, type IncomingMessage } from 'node:http'
import { scopes } from '../../../generated/index.js'
import { listen } from '../../../src/mock/listen.js'
import { readBody } from '../../../src/mock/read-body.js'
import { createTokenServer, mockClient } from '../../../src/mock/token-server.js'
import { createQueue } from '../../../src/testing/faults.js'
import { knownOf } from '../../../src/testing/provider.js'
import { createService, type Reply } from '../../../src/testing/service.js'
import { ServerLog } from '../../network/server-log.js'
import type { Plan } from './plan.js'

/** A request that was refused for its token. */
interface Refused {
  readonly at: number
  /** Otherwise it was too old, or none. */
  readonly wasRevoked: boolean
}

/** What the token endpoint and the service know, which a fleet's own account has to agree with. */
export interface Books {
  /** When a token was asked for, by the system's clock. */
  readonly asked: readonly number[]
  readonly refused: readonly Refused[]
  readonly conversions: ServerLog
}

/** A token endpoint and a service. */
export interface FarSide {
  readonly connection: Pick<Plan, 'baseUrl' | 'tokenUrl' | 'clientId' | 'clientSecret'>
  readonly books: Books
  /** Revokes the token that was used last. */
  revoke(): Promise<void>
  stop(): Promise<void>
}

/** Starts one whose tokens live for so many seconds. */
export async function startFarSide(lifetime: number): Promise<FarSide> {
  const asked: number[] = []
  const refused: Refused[] = []
  const conversions = new ServerLog()
  const revoked = new Set<string>()
  let last = ''

  const server = createServer()
  const { url, stop } = await listen(server, 0, '127.0.0.1')
  const tokens = await createTokenServer(url, [{ ...mockClient, scopes }], lifetime)
  // That bodies fit the document is tried elsewhere, and would take longer than all else here.
  const check = (): undefined => undefined
  const provider = knownOf(undefined)
  const service = createService({
    base: url,
    provider,
    queue: createQueue(provider),
    ...tokens,
    check,
  })

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { method = '', url: target = '', headers } = request
    const body = String(await readBody(request))
    const { authorization = '' } = headers
    const reply = await service({ method, url: target, headers: { authorization }, body })
    const token = authorization.replace('Bearer ', '')
    const entry = conversions.of((JSON.parse(body) as { ref_id: string }).ref_id)
    entry.seen++
    if (reply.status === 401) {
      entry.refused++
      refused.push({ at: Date.now(), wasRevoked: revoked.has(token) })
    }
    if (reply.status === 200) {
      entry.done++
      last = token
    }
    return reply
  }
  server.on('request', (request, response) => {
    if (request.url === '/') {
      response.end()
      return
    }
    if (request.url === tokens.path) {
      asked.push(Date.now())
      tokens.handle(request, response)
      return
    }
    answer(request)
      .then(({ status, headers, text }) => response.writeHead(status, headers).end(text))
      .catch((error: unknown) => response.destroy(error as Error))
  })
  const { id: clientId, secret: clientSecret } = mockClient
  return {
    connection: { baseUrl: url, tokenUrl: url + tokens.path, clientId, clientSecret },
    books: { asked, refused, conversions },
    revoke: async () => {
      revoked.add(last)
      await tokens.revoke(last)
    },
    stop,
  }
}
