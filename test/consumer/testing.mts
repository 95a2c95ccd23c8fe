/** What a test of a program may write. Compiled against src/ and the installed package, never run. */
import {
  type FakeIssuer,
  type MadeCall,
  type NextAnswer,
  fakeIssuer,
} from 'stablecoin-issuer-api/testing'
import {
  type Client,
  type IssuerQuote,
  type StablecoinConversion,
  createClient,
} from 'stablecoin-issuer-api'

export const issuer: FakeIssuer = fakeIssuer({ scopes: ['exchange:write_issuer_quote'] })
export const client: Client = createClient({ ...issuer.options, maxRetries: 0 })

export function failing(body: IssuerQuote): Pick<Client, 'createIssuerQuote'> {
  const late: NextAnswer = { fault: 'slow', milliseconds: 10 }
  issuer.next('createIssuerQuote', 'broken', late, { status: 200, body })
  issuer.next('createIssuerQuote', { status: 429, headers: { 'Retry-After': '1' } })
  return { createIssuerQuote: (quote) => client.createIssuerQuote(quote) }
}

/** An issuer that knows one client and limits it, with a token endpoint that fails first. */
export const limiting: FakeIssuer = fakeIssuer({ clientId: 'desk', clientSecret: 'only-for-tests' })
limiting.tokens.next('broken', { status: 429, headers: { 'Retry-After': '1' } })
limiting.next('createIssuerQuote', 'slow', async ({ operation, client: desk, url }) => {
  await Promise.resolve(`${operation} ${url}`)
  return desk === 'desk' ? undefined : { status: 429 }
})
export const desks: readonly (string | undefined)[] = limiting.requests.map((one) => one.client)

/** The conversion of a reference, among what was made. */
export function findIn(made: readonly MadeCall[], refId: string): StablecoinConversion | undefined {
  for (const call of made)
    if (call.operation === 'createStablecoinConversion' && call.body.ref_id === refId)
      return call.answer
  return undefined
}
export const reading: FakeIssuer = fakeIssuer({
  read: async ({ url }, made) => findIn(made, await Promise.resolve(url)),
})

// @ts-expect-error an operation that the document does not have
issuer.next('createQuote', 'cut')
// @ts-expect-error a fault that there is not
issuer.next('createIssuerQuote', 'explode')
// @ts-expect-error a function whose answer there is not
issuer.next('createIssuerQuote', () => 'explode')
// @ts-expect-error a fault of what the document describes
issuer.tokens.next('drift')
