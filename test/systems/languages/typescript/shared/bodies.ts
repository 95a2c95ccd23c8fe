import type {
  CreateIssuerQuoteRequest,
  CreateStablecoinConversionRequest,
  PutCryptoDestinationAddressRequest,
} from './types.js'

type Put = PutCryptoDestinationAddressRequest
type Convert = CreateStablecoinConversionRequest
type Quote = CreateIssuerQuoteRequest

const rule = { travelrule_metadata: { vasp: { id: 'v' } } }
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const

export const byNetwork: Put = { crypto_network: 'BASE', address: '0x1', ...rule }
export const convert: Convert = { ...conversion, ref_id: 'r', metadata: { a: 1 } }
export const take: Quote = quote

export const neither: Put = {} // refused: neither
export const half: Put = { crypto_network: 'BASE' } // refused: half
export const network: Put = { crypto_network: 'DOGECOIN', address: '0x1' } // refused: network
export const missing: Convert = { amount: '1', source_asset: 'A', target_asset: 'B' } // refused: missing
export const number: Convert = { ...conversion, amount: 1 } // refused: number
export const unlisted: Convert = { ...conversion, refid: 'r' } // refused: unlisted
export const metadata: Convert = { ...conversion, metadata: 'x' } // refused: metadata
export const market: Quote = { ...quote, market: 'BTCUSD' } // refused: market
export const side: Quote = { ...quote, side: 'HOLD' } // refused: side
