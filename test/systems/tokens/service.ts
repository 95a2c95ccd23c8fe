import { createServer, type IncomingMessage } from 'node:http'
import { operations } from '../../../generated/index.js'
import { listen } from '../../support/listen.js'
import { success } from '../faults/sent.js'
import type { Running } from './server.js'

/** A service that takes the tokens of a server: it asks the server for what each of them covers. */
export interface Service {
  readonly url: string
  /** The status of each answer, in their order. */
  readonly answered: number[]
  readonly stop: () => void
}

type Verdict = readonly [status: number, challenge: string]

export async function startService(running: () => Running): Promise<Service> {
  const answered: number[] = []
  const server = createServer((request, response) => {
    const judged = judge(request, running()).catch((error: unknown): Verdict => {
      console.error(error)
      return [500, '']
    })
    void judged.then(([status, challenge]) => {
      answered.push(status)
      request.resume()
      const headers = challenge === '' ? {} : { 'WWW-Authenticate': `Bearer error="${challenge}"` }
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(success.body)
    })
  })
  const { url, stop } = await listen(server)
  return { url, answered, stop }
}

async function judge(
  { method, url, headers }: IncomingMessage,
  running: Running,
): Promise<Verdict> {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const covered = await running.scopesOf(token)
  if (covered === undefined) return [401, 'invalid_token']
  const asked = Object.values(operations).find((one) => one.method === method && one.path === url)
  const isCovered = asked?.scopes.every((scope) => covered.includes(scope)) === true
  return isCovered ? [200, ''] : [403, 'insufficient_scope']
}
