// A program of its own: the same calls by their paths, or by a fetch.
import { type CreateStablecoinConversionRequest, createFetch } from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'
import { auth, baseUrl } from './client.js'

const body: CreateStablecoinConversionRequest = {
  profile_id: 'p',
  amount: '1',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: 'by-path',
}

const paths = createPathClient({ baseUrl, auth })
const { data, error, response } = await paths.POST('/v2/conversion/stablecoins', { body })
const fetch = createFetch({ baseUrl, auth })
const again = await fetch('/v2/conversion/stablecoins', { method: 'POST', body: '{}' }).catch(
  (thrown: unknown) => thrown,
)
console.log(response.status, data?.id, error, (again as Error).name)
