/** Makes the README's first calls. The compiler has to refuse each line that is marked, and no other. */
import { client } from './client/client.gen.js'
import * as sdk from './client/sdk.gen.js'
import type * as types from './client/types.gen.js'

type Put = types.PutCryptoDestinationAddressRequest
type Quote = types.CreateIssuerQuoteRequest
type Convert = types.CreateStablecoinConversionRequest

const { BASE_URL = '', TOKEN = '' } = process.env
client.setConfig({ baseUrl: BASE_URL, auth: TOKEN })

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

const throwOnError = true
const put = await sdk.putCryptoDestinationAddress({ body: place, throwOnError })
console.log(put.data.address.status)
const { data: quote } = await sdk.createIssuerQuote({ body: order, throwOnError })
console.log(quote.price, quote.side)
const { data: made } = await sdk.createStablecoinConversion({ body: conversion, throwOnError })
console.log(made.status)
