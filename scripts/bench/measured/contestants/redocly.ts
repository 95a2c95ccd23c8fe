import type { Contestant } from '../setup.js'

type Method = (options: object) => Promise<unknown>
interface Generated {
  readonly client: { configure(config: object): void } & Readonly<Record<string, Method>>
}

/** The client that `redocly generate-client` makes of the document; it refuses a status by itself. */
export const contestant: Contestant = async ({ url, token }) => {
  const file = new URL('../clients/redocly.js', import.meta.url).href
  const { client } = (await import(file)) as Generated
  client.configure({ serverUrl: url, auth: { bearer: token } })
  return async ({ operationId, body }) => client[operationId]?.({ body })
}
