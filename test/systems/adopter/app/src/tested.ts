// A program of its own: what a test of the app does without a service.
import { type CreateStablecoinConversionRequest, createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'

const body: CreateStablecoinConversionRequest = {
  profile_id: 'p',
  amount: '1',
  source_asset: 'USDC',
  target_asset: 'USDG',
}

const issuer = fakeIssuer()
issuer.next('createStablecoinConversion', 'no_answer')
const client = createClient({ ...issuer.options, timeout: 50 })
const failure: unknown = await client
  .createStablecoinConversion(body)
  .catch((error: unknown) => error)
console.log((failure as { outcome: string }).outcome, issuer.requests.length)
