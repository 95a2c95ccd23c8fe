import { expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { postgres } from 'stablecoin-issuer-api/journal'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { connect } from '../../../openapi/guides/examples/your-provider/journal.js'
import { amountsOf } from '../../../openapi/guides/examples/your-provider/list.js'
import { reasonOf } from '../../../openapi/guides/examples/your-provider/refusal.js'
import { provider } from '../../fixtures/acme/index.js'
import { conversion } from '../../support/examples.js'
import { openPglite } from '../../support/pglite.js'

const operation = 'createStablecoinConversion'

/** The guide's provider in memory, and its client. */
function acme() {
  const issuer = fakeIssuer({ provider })
  return { issuer, client: createClient(issuer.options) }
}

it("the guide's loop has the conversions of every page", async () => {
  const { client, issuer } = acme()
  const amounts = Array.from({ length: 205 }, (_, at) => `${at + 1}.00`)
  for (const amount of amounts)
    await client.createStablecoinConversion({ ...conversion, ref_id: amount, amount })
  expect(await amountsOf(client)).toEqual(amounts)
  expect(issuer.requests.filter(({ method }) => method === 'GET')).toHaveLength(3)
  expect(await amountsOf(client, '7.00')).toEqual(['7.00'])
})

it("the guide reads the body of a provider's refusal", async () => {
  const { client, issuer } = acme()
  const reason = async (body: string) => {
    issuer.next(operation, { status: 422, body })
    return reasonOf(
      await client.createStablecoinConversion(conversion).catch((error: unknown) => error),
    )
  }
  expect(await reason('{"code":"LIMIT","detail":"of a day"}')).toBe('422 LIMIT: of a day')
  expect(await reason('{"code":"NEW"}')).toBe('422 NEW: no detail')
  expect(await reason('<h1>422</h1>')).toBeUndefined()
})

it("the guide's journal makes a conversion once, and gives its answer to every call", async () => {
  const { issuer } = acme()
  const client = await connect(issuer.options, postgres(openPglite()))
  issuer.next(operation, 'broken')
  const convert = () => client.createStablecoinConversion(conversion)
  expect(await convert()).toEqual(await convert())
  const { conversions } = await client.searchConversions({ ref_id: 'r-1' })
  expect(conversions).toHaveLength(1)
})
