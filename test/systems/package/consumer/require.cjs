// Requires every module that the package documents. Where Node.js can, it is the one that `import` gives.
const assert = require('node:assert/strict')

const modules = ['', '/undici', '/openapi-fetch'].map((entry) => `stablecoin-issuer-api${entry}`)
const main = async () => {
  const { require_module: isOne = false } = process.features
  for (const name of modules) assert.equal(require(name) === (await import(name)), isOne)
  for (const name of process.argv.slice(2)) require.resolve(name)
  const { ClientError, createClient } = require('stablecoin-issuer-api')
  const client = createClient({ baseUrl: 'https://api.example.com', auth: 'token' })
  await assert.rejects(client.createIssuerQuote({}), ClientError)
}
main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
