import { type Client, ClientError } from 'stablecoin-issuer-api'

/** Asks for a conversion, and says what the books have to show. */
export async function convert(client: Client, amount: string, ref_id: string) {
  const assets = { source_asset: 'USDC', target_asset: 'USDG' }
  const body = { profile_id: 'treasury', amount, ...assets, ref_id }
  try {
    const { id } = await client.createStablecoinConversion(body)
    return { state: 'requested', id }
  } catch (error) {
    if (!ClientError.is(error)) throw error
    return { state: error.outcome === 'unknown' ? 'to be looked up' : 'not made' }
  }
}
