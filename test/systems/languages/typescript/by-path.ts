/** Makes the README's first calls by openapi-fetch. The compiler has to refuse each line that is marked, and no other. */
import createClient from 'openapi-fetch'
import type { components, paths } from './client.ts'

type Schemas = components['schemas']
type Put = Schemas['PutCryptoDestinationAddressRequest']
type Quote = Schemas['CreateIssuerQuoteRequest']
type Convert = Schemas['CreateStablecoinConversionRequest']

const { BASE_URL = '', TOKEN = '' } = process.env
const headers = { Authorization: `Bearer ${TOKEN}` }
const client = createClient<paths>({ baseUrl: BASE_URL, headers })

const place: Put = { crypto_network: 'BASE', address: '0x1' }
const order: Quote = { profile_id: 'treasury', market: 'PAXGUSD', side: 'BUY', base_amount: '1.5' }
const assets = { source_asset: 'USDC', target_asset: 'USDG' }
const amount = { ...assets, amount: '1250.50' }
const conversion: Convert = { ...amount, profile_id: 'treasury', ref_id: 'order-2031' }

const neither: Put = {} // refused: neither
const half: Put = { crypto_network: 'BASE' } // refused: half
const network: Put = { crypto_network: 'DOGECOIN', address: 'D1' } // refused: network
const market: Quote = { ...order, market: 'BTCUSD' } // refused: market
const side: Quote = { ...order, side: 'HOLD' } // refused: side
const missing: Convert = amount // refused: missing
const number: Convert = { ...conversion, amount: 1250.5 } // refused: number
const unlisted: Convert = { ...conversion, refid: 'order-2031' } // refused: unlisted
const metadata: Convert = { ...conversion, metadata: 'x' } // refused: metadata
// The compiler takes a member of any alternative of a union for one that is known.
export const both: Put = { id: 'a', address: '0x1' }

const put = await client.PUT('/v2/transfer/crypto-destination-address', { body: place })
console.log(put.data?.address.status)
const { data: quote } = await client.POST('/v2/issuer-quote', { body: order })
console.log(quote?.price, quote?.side)
const { data: made } = await client.POST('/v2/conversion/stablecoins', { body: conversion })
console.log(made?.status)
