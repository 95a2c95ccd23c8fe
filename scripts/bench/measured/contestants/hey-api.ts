import type { Contestant } from '../setup.js'

type Method = (options: object) => Promise<{ data: unknown }>
interface Generated {
  readonly client: { setConfig(config: object): void }
  readonly methods: Readonly<Record<string, Method>>
}

/** The client that @hey-api/openapi-ts makes of the document. */
export const contestant: Contestant = async ({ url, token }) => {
  const file = new URL('../clients/hey-api.js', import.meta.url).href
  const { client, methods } = (await import(file)) as Generated
  client.setConfig({ baseUrl: url, auth: token })
  return async ({ operationId, body }) =>
    (await methods[operationId]?.({ body, throwOnError: true }))?.data
}
