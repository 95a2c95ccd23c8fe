// Two copies in one process: CommonJS where Node.js cannot require ES modules, and the ES modules beside it.
const assert = require('node:assert/strict')
const { createServer } = require('node:http')
const common = require('stablecoin-issuer-api')

const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const main = async () => {
  const other = await import('stablecoin-issuer-api')
  assert.notEqual(common, other)
  const { undiciTransport } = await import('stablecoin-issuer-api/undici')
  const { fakeIssuer } = await import('stablecoin-issuer-api/testing')

  // A client of one copy with the fake, the tokens and the transport of the other.
  const issuer = fakeIssuer()
  const { baseUrl, transport } = issuer.options
  const named = { clientId: 'fake-client', clientSecret: 'fake-secret' }
  const auth = other.clientCredentials({ tokenUrl: issuer.tokenUrl, ...named, transport })
  const client = common.createClient({ baseUrl, transport, auth })
  const done = await client.createStablecoinConversion(conversion).withResponse()
  assert.ok(done.refId)
  issuer.next('createStablecoinConversion', 'cut')
  const lost = await client.createStablecoinConversion(conversion).catch((error) => error)
  assert.equal(lost.outcome, 'unknown')
  assert.notEqual(lost.refId, done.refId)

  // What a transport of one copy says is understood by the other.
  const server = createServer((request) => request.socket.destroy())
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  const throughPool = undiciTransport()
  const options = { baseUrl: url, auth: 'token', transport: throughPool }
  const call = () => common.createClient(options).createStablecoinConversion(conversion)
  assert.equal((await call().catch((error) => error)).outcome, 'unknown')
  await throughPool.close()
  await new Promise((resolve) => server.close(resolve))
  assert.equal((await call().catch((error) => error)).outcome, 'not_sent')
  const refusing = () => Promise.reject(new other.NotSentError('out of order'))
  const failing = common.createClient({
    baseUrl,
    auth: 'token',
    transport: refusing,
    maxRetries: 0,
  })
  const failed = await failing.createStablecoinConversion(conversion).catch((error) => error)
  assert.equal(failed.outcome, 'not_sent')

  for (const one of [lost, failed])
    assert.ok(other.ClientError.is(one) && one instanceof other.ClientError)
  const foreign = other.createClient({ baseUrl, transport, auth, maxRetries: 0 })
  issuer.next('createStablecoinConversion', { status: 503 })
  const refused = await foreign.createStablecoinConversion(conversion).catch((error) => error)
  assert.ok(common.ClientError.is(refused) && refused instanceof common.ClientError)
  assert.ok(!(new Error('another') instanceof common.ClientError))
}
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
