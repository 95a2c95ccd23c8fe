import { client } from './client/client.gen.js'
import * as api from './client/sdk.gen.js'

const { BASE_URL, TOKEN_URL, TOMORROW_URL, CLIENT_ID, CLIENT_SECRET, SCOPE } =
  process.env as Record<string, string>

function print(line: object): void {
  console.log(JSON.stringify(line))
}

async function token(): Promise<string> {
  const answer = await fetch(TOKEN_URL!, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID!,
      client_secret: CLIENT_SECRET!,
      scope: SCOPE!,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

client.setConfig({ baseUrl: BASE_URL!, auth: await token() })

const address = await api.putCryptoDestinationAddress({
  throwOnError: true,
  body: {
    crypto_network: 'ETHEREUM',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    nickname: 'Treasury vault',
    travelrule_metadata: {
      beneficiary: { name: 'Harbour Treasury Ltd' },
      vasp: { id: 'vasp-4410' },
    },
  },
})
print({ call: 'putCryptoDestinationAddress', answer: address.data })

const profile = '0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77'
const conversion = {
  profile_id: profile,
  amount: '10005.25',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: 'treasury-2026-03-02-0001',
}
const converted = await api.createStablecoinConversion({ throwOnError: true, body: conversion })
print({ call: 'createStablecoinConversion', answer: converted.data })

const quote = {
  profile_id: profile,
  market: 'PAXGUSD',
  side: 'BUY',
  base_amount: '2.5',
} as const
const held = await api.createIssuerQuote({ throwOnError: true, body: quote })
print({ call: 'createIssuerQuote', answer: held.data })

const later = await api.createIssuerQuote({ body: quote, baseUrl: TOMORROW_URL! })
print({ tomorrow: later.data ?? null })

async function report(rule: string, call: Promise<{ response?: Response }>): Promise<void> {
  const { response } = await call
  print({ rule, by: response?.status === 422 ? 'mock' : 'nobody' })
}
await report('both', api.putCryptoDestinationAddress({ body: { id: 'a', address: '0x1' } }))
await report('pattern', api.createStablecoinConversion({ body: { ...conversion, amount: '1.' } }))
