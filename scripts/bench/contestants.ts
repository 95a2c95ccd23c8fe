import { join } from 'node:path'
import axios from 'axios'
import ky from 'ky'
import createPathClient from 'openapi-fetch'
import { request } from 'undici'
import type { paths } from '../../generated/types.js'
import type * as Package from '../../src/index.js'
import type * as OverUndici from '../../src/undici.js'
import type { Example } from '../lib/examples.js'
import { manifestIn } from '../lib/licences.js'
import type { Client } from './ratios.js'
import type { Setup } from './server.js'

/** A client, and a conversion by it. */
export interface Contestant {
  readonly title: string
  /** Absent where no ratio tells of it. */
  readonly client?: Client
  readonly call: () => Promise<unknown>
}

type Body = Parameters<Package.Client['createStablecoinConversion']>[0]

/** Bare fetch and undici come first: the others are compared with them. Ours has every option on. */
export async function contestantsOf(
  root: string,
  { url, token }: Setup,
  example: Example,
): Promise<Contestant[]> {
  const body = example.body as unknown as Body
  const target = url + example.url
  const authorized = { authorization: `Bearer ${token}` }
  const headers = { ...authorized, 'content-type': 'application/json' }
  const openapiFetch = createPathClient<paths>({ baseUrl: url, headers: authorized })
  // An adopter imports the package as it is built.
  const built = (entry: string): Promise<unknown> => import(join(root, `dist/src/${entry}.js`))
  const { createClient, clientCredentials } = (await built('index')) as typeof Package
  const { undiciTransport } = (await built('undici')) as typeof OverUndici
  const options: Package.ClientOptions = {
    baseUrl: url,
    auth: clientCredentials({ tokenUrl: `${url}/token`, clientId: 'a', clientSecret: 'b' }),
    onEvent: () => undefined,
  }
  const ours = createClient(options)
  const oursOverUndici = createClient({ ...options, transport: undiciTransport() })
  const version = async (name: string): Promise<string> =>
    `${name} ${(await manifestIn(join(root, 'node_modules', name))).version}`
  return [
    {
      title: 'fetch',
      client: 'fetch',
      call: async () => {
        const answer = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) })
        return answer.json() as Promise<unknown>
      },
    },
    {
      title: `request of ${await version('undici')}`,
      client: 'undici',
      call: async () => {
        const json = JSON.stringify(body)
        const answer = await request(target, { method: 'POST', headers, body: json })
        return answer.body.json()
      },
    },
    {
      title: await version('openapi-fetch'),
      client: 'openapi-fetch',
      call: async () => (await openapiFetch.POST('/v2/conversion/stablecoins', { body })).data,
    },
    {
      title: await version('axios'),
      call: async () => (await axios.post<unknown>(target, body, { headers, proxy: false })).data,
    },
    {
      title: await version('ky'),
      call: () => ky.post(target, { headers: authorized, json: body }).json(),
    },
    {
      title: 'ours over fetch',
      client: 'ours over fetch',
      call: () => ours.createStablecoinConversion(body),
    },
    {
      title: 'ours over undici',
      client: 'ours over undici',
      call: () => oursOverUndici.createStablecoinConversion(body),
    },
  ]
}
