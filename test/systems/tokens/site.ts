import {
  type Client,
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientEvent,
  type ClientOptions,
  createClient,
} from '../../../src/index.js'
import type { Clients } from './clients.js'
import type { Running, TokenServer } from './server.js'
import type { Service } from './service.js'

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
export interface Connected {
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
