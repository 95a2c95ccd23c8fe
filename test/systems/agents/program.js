// Makes the calls under an agent that is loaded before it, and prints what became of each and the tokens that it had.
const { CLIENT, UNDICI, BASE_URL, TOKEN_URL, CLOSED_URL, TRANSPORT } = process.env
const { ClientError, clientCredentials, createClient } = await import(CLIENT)
const { undiciTransport } = await import(UNDICI)

// Encoded, as an agent may keep the lines of the program that failed.
const decoded = (text) => Buffer.from(text, 'base64').toString()
const clientId = decoded('bW9jay1jbGllbnQ=')
const clientSecret = decoded('bW9jay1zZWNyZXQ=')
const profile_id = decoded('cHJvZmlsZS1vZi1vdXJz')
const transport = TRANSPORT === 'undici' ? undiciTransport() : undefined
const auth = clientCredentials({ tokenUrl: TOKEN_URL, clientId, clientSecret })
const client = createClient({ baseUrl: BASE_URL, auth, transport })
const conversion = {
  profile_id,
  amount: '7',
  source_asset: 'USDC',
  target_asset: 'USDG',
  ref_id: decoded('cmVmLW9mLW91cnM='),
}

const { inSpan = (run) => run(), capture, finish } = globalThis.agent ?? {}
const ends = []
async function end(call) {
  const result = await call.withResponse().catch((error) => error)
  if (result instanceof Error) capture?.(result)
  const outcome = ClientError.is(result) ? result.outcome : 'succeeded'
  ends.push(`${outcome} ${result.attempts}`)
}

await inSpan(async () => {
  const quote = { profile_id, market: 'PAXGUSD', side: 'BUY', base_amount: '7' }
  await end(client.createIssuerQuote(quote))
  await end(client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0x7' }))
  await end(client.createStablecoinConversion(conversion))
  const closed = createClient({ baseUrl: CLOSED_URL, auth, transport })
  await end(closed.createStablecoinConversion(conversion))
})
const { value: token } = await auth.getToken()
const recorded = (await finish?.()) ?? ''
console.log(JSON.stringify({ ends, token, recorded }))
process.exit()
