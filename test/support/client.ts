import { inject } from 'vitest'
import { type Call, type Client, type ClientOptions, createClient } from '../../src/index.js'

/** A client of the suite's Prism. */
function prismClient(options: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl: inject('prismUrl'), auth: 'any', ...options })
}

/** Calls an operation by its name with whatever body. */
export function callBy(client: object, operationId: string, body: unknown): Call<object> {
  const methods = client as Readonly<Record<string, (body: unknown) => Call<object>>>
  return (methods[operationId] as (typeof methods)[string])(body)
}
