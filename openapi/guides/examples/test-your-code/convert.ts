import {
  type Client,
  ClientError,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'

/** Asks for a conversion, and says what the books have to show. */
export async function convert(
  client: Pick<Client, 'createStablecoinConversion'>,
  order: CreateStablecoinConversionRequest,
) {
  try {
    const { id } = await client.createStablecoinConversion(order)
    return { state: 'requested', id }
  } catch (error) {
    if (!ClientError.is(error)) throw error
    return { state: error.outcome === 'unknown' ? 'to be looked up' : 'not made by this call' }
  }
}
