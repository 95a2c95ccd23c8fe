// A program of its own: the same calls by their paths, or by a fetch.
import type { CreateStablecoinConversionRequest } from 'stablecoin-issuer-api'
import { auth, baseUrl } from './client.js'

const body: CreateStablecoinConversionRequest = {
  ...{ profile_id: 'p', amount: '1', source_asset: 'USDC', target_asset: 'USDG' },
  ref_id: 'by-path',
}

// README: createPathClient({

const again = await fetch('/v2/conversion/stablecoins', { method: 'POST', body: '{}' }).catch(
  (thrown: unknown) => thrown,
)
console.log(response.status, data?.id, error, (again as Error).name)
