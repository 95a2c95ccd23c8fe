// A program of its own: what a test of the app does without a service.
import { type CreateStablecoinConversionRequest, createClient } from 'stablecoin-issuer-api'

const body: CreateStablecoinConversionRequest = {
  ...{ profile_id: 'p', amount: '1', source_asset: 'USDC', target_asset: 'USDG' },
}

// README: fakeIssuer()
