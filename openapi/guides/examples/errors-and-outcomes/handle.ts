import { type Client, ClientError } from 'stablecoin-issuer-api'

type Body = Parameters<Client['createStablecoinConversion']>[0]

/** What a payment has to do next. */
export async function convert(client: Client, body: Body) {
  try {
    const { id } = await client.createStablecoinConversion(body)
    return { next: 'wait until it settles', id }
  } catch (error) {
    if (!ClientError.is(error)) throw error
    if (error.retryAt) return { next: 'make the same call again', at: error.retryAt }
    if (error.outcome === 'unknown') return { next: 'look it up', refId: error.refId }
    if (error.code === 'ERR_INVALID_REQUEST') return { next: 'correct it', issues: error.issues }
    return { next: 'ask a person', error }
  }
}
