import { createServer, type IncomingMessage } from 'node:http'
import { operations } from '../../../generated/index.js'
import {
  type Client,
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientEvent,
  type ClientOptions,
  createClient,
} from '../../../src/index.js'
import { listen } from '../../support/listen.js'
import { success } from '../faults/sent.js'
import type { Clients, Running, TokenServer } from './server.js'

/** What a row works with. */
export interface Site {
  readonly server: TokenServer
  readonly clients: Clients
  readonly service: Service
  readonly running: Running
  /** Takes the server away; what it gives starts it again. */
  takeAway(): Promise<() => Promise<void>>
}

/** A client of the package, and what its token requests were. */
interface Connected {
  readonly client: Client
  readonly forms: (() => URLSearchParams)[]
  /** The answers with a token, or what else came. */
  readonly answers: Record<string, unknown>[]
  readonly events: ClientEvent[]
}

export const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const

/** Makes a client whose tokens come from the server, over the client's own fetch. */
export function connect(
  { running, service, clients }: Site,
  credentials: Partial<ClientCredentialsOptions> = {},
  options: Partial<ClientOptions> = {},
): Connected {
  const { tokenUrl } = running
  const { id, secret } = clients.poster
  const forms: Connected['forms'] = []
  const answers: Record<string, unknown>[] = []
  const events: ClientEvent[] = []
  const client = createClient({
    baseUrl: service.url,
    auth: clientCredentials({ tokenUrl, clientId: id, clientSecret: secret, ...credentials }),
    fetch: async (url, init) => {
      if (url !== tokenUrl) return fetch(url, init)
      // Read after it was answered: what is read before counts as sent.
      forms.push(() => new URLSearchParams(String(init.body as unknown)))
      const answer = await fetch(url, init)
      const text = await answer.clone().text()
      answers.push(text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text })
      return answer
    },
    onEvent: (event) => void events.push(event),
    ...options,
  })
  return { client, forms, answers, events }
}

/** A service that takes the tokens of a server: it asks the server for what each of them covers. */
interface Service {
  readonly url: string
  /** The status of each answer, in their order. */
  readonly answered: number[]
  readonly stop: () => void
}

export async function startService(running: () => Running): Promise<Service> {
  const answered: number[] = []
  const server = createServer((request, response) => {
    void judge(request, running()).then(({ status, challenge }) => {
      answered.push(status)
      request.resume()
      const headers = challenge && { 'WWW-Authenticate': `Bearer error="${challenge}"` }
      const type = { 'Content-Type': 'application/json' }
      response.writeHead(status, { ...type, ...headers }).end(success.body)
    })
  })
  const { url, stop } = await listen(server)
  return { url, answered, stop }
}

async function judge({ method, url, headers }: IncomingMessage, running: Running) {
  try {
    const covered = await running.scopesOf(headers.authorization?.replace('Bearer ', '') ?? '')
    if (covered === undefined) return { status: 401, challenge: 'invalid_token' }
    const asked = Object.values(operations).find((one) => one.method === method && one.path === url)
    const isCovered = asked?.scopes.every((scope) => covered.includes(scope)) === true
    return isCovered ? { status: 200 } : { status: 403, challenge: 'insufficient_scope' }
  } catch (error) {
    console.error(error)
    return { status: 500 }
  }
}
