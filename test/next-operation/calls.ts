/** Compiled and run where the document has more operations: prints what the service received, and what the calls gave. */
import { startMock } from '../src/mock/server.js'
import { mockClient } from '../src/mock/token-server.js'
import {
  type AcceptQuoteParameters,
  type AcceptQuoteRequest,
  type Client,
  type ClientError,
  type IssuerQuote,
  clientCredentials,
  createClient,
  createFetch,
} from '../src/index.js'
import { fakeIssuer } from '../src/testing.js'

const order = { profile_id: 'p', market: 'PAXGUSD', side: 'SELL', base_amount: '7' } as const
const acceptance: Omit<AcceptQuoteRequest & AcceptQuoteParameters, 'quote_id'> = {
  'X-Desk': 7,
  base_amount: '7',
  order_ref: 'o-1',
}

async function callAll(client: Client): Promise<unknown[]> {
  const said = (call: Promise<unknown>) => call.catch(({ message }: ClientError) => message)
  const { quote_id } = await client.createIssuerQuote(order)
  const found: IssuerQuote = await client.getQuote({ quote_id, expand: ['fees', 'parties'] })
  const accepted = await client.acceptQuote({ quote_id, ...acceptance }).withResponse()
  const gone: undefined = await client.cancelQuote({ quote_id })
  return [
    found.quantity,
    accepted.refId,
    gone ?? 'nothing',
    await said(client.getQuote({ quote_id: 'q' })),
    await said(client.acceptQuote({ quote_id, ...acceptance, base_amount: 7 as never })),
  ]
}

const received: string[] = []
const mock = await startMock({
  onRequest: ({ method = '', url = '', headers }, body) => {
    const path = url.replace(/[\da-f-]{36}/, 'ID')
    received.push(`${method} ${path} ${headers['x-desk'] ?? ''} ${body.toString()}`.trim())
  },
})
const { id: clientId, secret: clientSecret } = mockClient
const credentials = { tokenUrl: mock.tokenUrl, clientId, clientSecret }
const scopes = ['exchange:write_issuer_quote', 'next:read_quote']
try {
  const options = { baseUrl: mock.url, auth: clientCredentials({ ...credentials, scopes }) }
  const lacking = clientCredentials({ ...credentials, scopes: scopes.slice(0, 1) })
  const called = await callAll(createClient(options))
  const fetched = await createFetch(options)('/v2/next/quotes/q-1', { method: 'DELETE' })
  const { getQuote } = createClient({ ...options, auth: lacking })
  const refused: unknown = await getQuote({ quote_id: 'q-1' }).catch(String)
  const byFake = await callAll(createClient(fakeIssuer().options))
  console.log(JSON.stringify({ called, byFake, status: fetched.status, refused, received }))
} finally {
  await mock.stop()
}
