import { setTimeout as wait } from 'node:timers/promises'
import { type Call, type Client, ClientError } from 'stablecoin-issuer-api'
import type { provider } from '../../../../test/fixtures/acme/index.js'

// #region poll
type Limits = { readonly signal?: AbortSignal }

/** Reads again and again, with `every` milliseconds between two reads, or more where an answer or a failure says so. */
export async function* poll<Data>(
  read: (limits: Limits) => Call<Data>,
  { every, ...limits }: Limits & { readonly every: number },
): AsyncGenerator<Data, void> {
  for (;;) {
    let pause = 0
    try {
      const { data, headers } = await read(limits).withResponse()
      yield data
      const after = headers.get('retry-after') ?? '' // seconds, or a date
      pause = Number(after) * 1_000 || Date.parse(after) - Date.now() || 0
    } catch (error) {
      if (!ClientError.is(error) || !error.retryAt) throw error
      pause = error.retryAt.getTime() - Date.now()
    }
    await wait(Math.max(pause, every), undefined, limits)
  }
}
// #endregion

export async function settledStatus(client: Client<typeof provider>, id: string) {
  // #region use
  const options = { every: 10_000, signal: AbortSignal.timeout(3_600_000) }
  for await (const { status } of poll((limits) => client.readConversion({ id }, limits), options))
    if (status !== 'CREATED') return status
  // #endregion
  return undefined
}
