import type * as Package from '../../../../src/index.js'
import type { Transport } from '../../../../src/index.js'
import type { Contestant, Setup } from '../setup.js'

/** Ours over fetch, with everything on. */
export const contestant: Contestant = (setup) => everythingOn(setup)

/** Validation and retries are on by default; here are also a token of a token server and a listener. */
export async function everythingOn({ url, tokenUrl }: Setup, transport?: Transport) {
  const built = new URL('../../src/index.js', import.meta.url).href
  const { createClient, clientCredentials } = (await import(built)) as typeof Package
  const seen: Record<string, number> = {}
  const client = createClient({
    baseUrl: url,
    auth: clientCredentials({ tokenUrl, clientId: 'bench', clientSecret: 'bench' }),
    onEvent: ({ type }) => {
      seen[type] = (seen[type] ?? 0) + 1
    },
    ...(transport && { transport }),
  }) as unknown as Readonly<Record<string, (body: object) => Promise<unknown>>>
  return async ({ operationId, body }: { operationId: string; body: object }) =>
    client[operationId]?.(body)
}
