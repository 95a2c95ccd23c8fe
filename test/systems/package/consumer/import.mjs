// Imports every entry that the package documents, and makes the three calls with each way to send.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ClientError, createClient, createFetch } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'

const [, , undici, ...entries] = process.argv
for (const entry of entries) {
  const file = fileURLToPath(import.meta.resolve(entry))
  assert.ok((await readFile(file)).length > 0, `${entry} is empty`)
  if (file.endsWith('.json')) JSON.parse(await readFile(file, 'utf8'))
  if (file.endsWith('.js')) assert.ok(Object.keys(await import(entry)).length > 0)
}
const document = createRequire(import.meta.url)('stablecoin-issuer-api/openapi.json')
assert.equal(document.openapi, '3.1.1')
for (const inside of ['dist/src/auth.js', 'generated/types.ts', 'src/index.ts'])
  await assert.rejects(import(`stablecoin-issuer-api/${inside}`), {
    code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  })

const asked = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end('{"quote_id":"q"}')
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const baseUrl = `http://127.0.0.1:${server.address().port}`
// From 24 on Node.js has one of its own that will do.
const hasOwn = Number(process.versions.node.split('.')[0]) >= 24
if (undici === 'without' && !hasOwn)
  assert.throws(undiciTransport, /npm install undici \((ERR_)?MODULE_NOT_FOUND\)/)
const transport = undici === 'without' && !hasOwn ? undefined : undiciTransport()
const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
try {
  for (const options of transport ? [{}, { transport }] : [{}]) {
    const client = createClient({ baseUrl, auth: 'token', ...options })
    assert.equal((await client.createIssuerQuote(order)).quote_id, 'q')
    await client.createStablecoinConversion(conversion)
    await client.putCryptoDestinationAddress({ id: 'a' })
    await assert.rejects(client.createIssuerQuote({ ...order, side: 'HOLD' }), ClientError)
    const safeFetch = createFetch({ baseUrl, auth: 'token', ...options })
    const answer = await safeFetch('/v2/issuer-quote', {
      method: 'POST',
      body: JSON.stringify(order),
    })
    assert.equal((await answer.json()).quote_id, 'q')
    const paths = createPathClient({ baseUrl, auth: 'token', ...options })
    const { data } = await paths.POST('/v2/issuer-quote', { body: order })
    assert.equal(data.quote_id, 'q')
    const wrong = paths.POST('/v2/issuer-quote', { body: { ...order, side: 'HOLD' } })
    await assert.rejects(wrong, ClientError)
  }
} finally {
  await transport?.close()
  server.close()
}
console.log(asked.length)
