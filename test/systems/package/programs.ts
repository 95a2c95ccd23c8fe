/** For each entry, and for calls by path, how a program makes what has the three methods. */
export const entries: Readonly<Record<string, string>> = {
  '.': `
import { clientCredentials } from 'stablecoin-issuer-api'
const named = { clientId: 'mock-client', clientSecret: 'mock-secret' }
const issuer = createClient({ baseUrl, auth: clientCredentials({ tokenUrl, ...named }) })`,
  './undici': `
import { undiciTransport } from 'stablecoin-issuer-api/undici'
const issuer = createClient({ baseUrl, auth, transport: undiciTransport() })`,
  '. by path': `
const paths = createClient({ baseUrl, auth })
const data = (sent) => sent.then(({ data }) => data)
const issuer = {
  putCryptoDestinationAddress: (body) => data(paths.PUT('/v2/transfer/crypto-destination-address', { body })),
  createStablecoinConversion: (body) => data(paths.POST('/v2/conversion/stablecoins', { body })),
  createIssuerQuote: (body) => data(paths.POST('/v2/issuer-quote', { body })),
}`,
  './shared-token': `
import { clientCredentials } from 'stablecoin-issuer-api'
import { sharedToken } from 'stablecoin-issuer-api/shared-token'
const named = { clientId: 'mock-client', clientSecret: 'mock-secret' }
const map = new Map()
const values = {
  get: async (key) => map.get(key),
  set: async (key, value) => void map.set(key, value),
  delete: async (key) => map.delete(key),
}
const store = sharedToken(values, { partition: 'package' })
const issuer = createClient({ baseUrl, auth: clientCredentials({ tokenUrl, ...named, store }) })`,
  './journal': `
import { journalTable, openJournal, postgres } from 'stablecoin-issuer-api/journal'
const columns = [...journalTable('postgres').matchAll(/"?(\\w+)"? (?:text|float8|integer)/g)].map(([, column]) => column)
const facts = { table: 'public.calls', kind: 'rp', encoding: 'UTF8', schemas: 'public', collation: 'C' }
const table = columns.map((column) => ({ ...facts, column }))
let call
const database = { query: async (sql, values) => {
  if (sql.includes('INSERT')) call = values[4]
  return { rows: sql.includes('pg_class') ? table : [{ reference: 'r', call, proof: '{}', committed: 1, version: 1 }] }
} }
const journal = await openJournal(postgres(database), { partition: 'package' })
const issuer = createClient({ baseUrl, auth, journal })`,
  './schemas': `
import { schemas } from 'stablecoin-issuer-api/schemas'
const client = createClient({ baseUrl, auth })
const issuer = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [
  name,
  async (body) => client[name]((await schema['~standard'].validate(body)).value ?? body),
]))`,
  './testing': `
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
const issuer = createClient(fakeIssuer().options)`,
}

/** Makes the three calls, and one that is refused before it is sent. Prints nothing. */
export const program = (make: string): string => `
import assert from 'node:assert/strict'
import { ClientError, createClient } from 'stablecoin-issuer-api'
const [, , baseUrl, tokenUrl, auth] = process.argv
${make}
const place = { crypto_network: 'INK', address: '0x1' }
const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }
assert.ok((await issuer.putCryptoDestinationAddress(place)).address.id)
assert.equal((await issuer.createStablecoinConversion({ ...conversion, ref_id: 'r' })).ref_id, 'r')
assert.ok((await issuer.createIssuerQuote(order)).quote_id)
const refused = issuer.createIssuerQuote({ ...order, side: 'HOLD' })
await assert.rejects(refused, (error) => ClientError.is(error) && error.outcome === 'not_sent')
`

/** The same program as CommonJS. */
export function toCommonJs(source: string): string {
  const requires = source.replaceAll(/^import (.*) from (.*)$/gm, 'const $1 = require($2)')
  return `(async () => {${requires}})()`
}
