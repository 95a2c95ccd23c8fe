import type * as Package from '../../../src/index.js'
import type * as OverUndici from '../../../src/undici.js'
import type { Caller, Setup } from './calls.js'

/** The clients that are measured, with their names in the tables and the plot, in this order. */
export const titles = {
  fetch: 'bare fetch',
  undici: 'undici.request',
  'openapi-fetch': 'openapi-fetch',
  axios: 'axios',
  ky: 'ky',
  redocly: 'redocly generate-client',
  'hey-api': '@hey-api/openapi-ts',
  ours: 'ours over fetch',
  'ours-undici': 'ours over undici',
} as const
export type ContestantName = keyof typeof titles
export const contestants = Object.keys(titles) as ContestantName[]

type Make = (setup: Setup) => Caller | Promise<Caller>

/** Each is loaded only by the process that measures it. */
export const callers: Readonly<Record<ContestantName, Make>> = {
  /** What one writes without any client. */
  fetch({ url, token }) {
    const headers = { ...ofJson, authorization: `Bearer ${token}` }
    return async ({ method, path, body }) => {
      const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
      if (!response.ok) throw refused(response.status)
      return response.json() as Promise<unknown>
    }
  },

  /** The limit: undici's pool as our transport makes it, and nothing above it. */
  async undici({ url, token }) {
    const { Pool } = await import('undici')
    const pool = new Pool(url, {})
    const headers = { ...ofJson, authorization: `Bearer ${token}` }
    return async ({ method, path, body }) => {
      const answer = await pool.request({ path, method, headers, body: JSON.stringify(body) })
      if (answer.statusCode !== 200) throw refused(answer.statusCode)
      return answer.body.json()
    }
  },

  async 'openapi-fetch'({ url, token }) {
    const { default: createFetchClient } = await import('openapi-fetch')
    const headers = { Authorization: `Bearer ${token}` }
    // Its types want a path that is known when it is compiled; the examples name theirs at run time.
    const request = createFetchClient({ baseUrl: url, headers }).request as unknown as (
      ...call: [method: string, path: string, init: object]
    ) => Promise<{ data?: unknown; response: Response }>
    return async ({ method, path, body }) => {
      const { data, response } = await request(method.toLowerCase(), path, { body })
      if (!response.ok) throw refused(response.status)
      return data
    }
  },

  async axios({ url, token }) {
    const { default: axios } = await import('axios')
    const client = axios.create({ baseURL: url, headers: { Authorization: `Bearer ${token}` } })
    return async ({ method, path, body }) =>
      (await client.request<unknown>({ method, url: path, data: body })).data
  },

  async ky({ url, token }) {
    const { default: ky } = await import('ky')
    const client = ky.create({ prefixUrl: url, headers: { Authorization: `Bearer ${token}` } })
    return ({ method, path, body }) => client(path.slice(1), { method, json: body }).json()
  },

  async redocly({ url, token }) {
    type Client = Methods & { configure(config: object): void }
    const { client } = await built<{ client: Client }>('./clients/redocly.js')
    client.configure({ serverUrl: url, auth: { bearer: token } })
    return async ({ operationId, body }) => client[operationId]?.({ body })
  },

  async 'hey-api'({ url, token }) {
    interface Module {
      client: { setConfig(config: object): void }
      methods: Methods<{ data: unknown }>
    }
    const { client, methods } = await built<Module>('./clients/hey-api.js')
    client.setConfig({ baseUrl: url, auth: token })
    return async ({ operationId, body }) =>
      (await methods[operationId]?.({ body, throwOnError: true }))?.data
  },

  ours: (setup) => everythingOn(setup),

  async 'ours-undici'(setup) {
    const { undiciTransport } = await built<typeof OverUndici>('../src/undici.js')
    return everythingOn(setup, undiciTransport())
  },
}

type Methods<Answer = unknown> = Readonly<Record<string, (options: object) => Promise<Answer>>>
const ofJson = { 'content-type': 'application/json', accept: 'application/json' }

/** Imports a file that is built beside this one, so that it is known only when this one runs. */
async function built<Module>(path: string): Promise<Module> {
  return (await import(new URL(path, import.meta.url).href)) as Module
}

/** Validation and retries are on by default; a token of a token server and a listener are added. */
async function everythingOn(
  { url, tokenUrl }: Setup,
  transport?: Package.Transport,
): Promise<Caller> {
  const { createClient, clientCredentials } = await built<typeof Package>('../src/index.js')
  const seen: Record<string, number> = {}
  const client = createClient({
    baseUrl: url,
    auth: clientCredentials({ tokenUrl, clientId: 'bench', clientSecret: 'bench' }),
    onEvent: ({ type }) => void (seen[type] = (seen[type] ?? 0) + 1),
    ...(transport && { transport }),
  }) as unknown as Methods
  return async ({ operationId, body }) => client[operationId]?.(body)
}

/** What is thrown for a client that does not check the status by itself. */
const refused = (status: number): Error => new Error(`the server answered ${status}`)
