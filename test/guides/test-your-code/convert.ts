import { type Client, ClientError } from 'stablecoin-issuer-api'

/** Asks for a conversion, and says what the books have to show. */
export async function convert(
  client: Pick<Client, 'createStablecoinConversion'>,
  amount: string,
  ref_id: string,
) {
  try {
    const { id } = await client.createStablecoinConversion({
      profile_id: 'treasury',
      amount,
      source_asset: 'USDC',
      target_asset: 'USDG',
      ref_id,
    })
    return { state: 'requested', id }
  } catch (error) {
    if (!ClientError.is(error)) throw error
    return { state: error.outcome === 'unknown' ? 'to be looked up' : 'not made' }
  }
}
