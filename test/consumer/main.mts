/** What a program that uses the package may and may not write. Compiled against the installed package, never run. */
import {
  ApiError,
  ClientError,
  InvalidRequestError,
  clientCredentials,
  createClient,
  createFetch,
} from 'stablecoin-issuer-api'
import type {
  Auth,
  CallOptions,
  CallResult,
  Client,
  ClientEvent,
  ClientOptions,
  IssuerQuote,
  Outcome,
  PutCryptoDestinationAddressRequest,
  Side,
  StablecoinConversion,
  Transport,
} from 'stablecoin-issuer-api'

export function connect(secret: () => Promise<string>): Client {
  const auth: Auth = clientCredentials({
    tokenUrl: 'https://auth.example.com/oauth2/token',
    clientId: 'treasury',
    clientSecret: secret,
    scopes: ['exchange:write_issuer_quote'],
    clientAuthentication: 'client_secret_basic',
  })
  const options: ClientOptions = {
    baseUrl: 'https://api.example.com',
    auth,
    timeout: 5_000,
    maxRetries: 0,
    fetch: (input, init) => globalThis.fetch(input, init),
    onEvent: describe,
  }
  return createClient(options)
}

/** A fetch for any client that takes one. */
export const safeFetch: typeof globalThis.fetch = createFetch({
  baseUrl: 'https://api.example.com',
  auth: 'token',
  maxRetries: 0,
})
// @ts-expect-error a fetch needs to know how it authenticates
createFetch({ baseUrl: 'https://api.example.com' })

function describe(event: ClientEvent): string {
  switch (event.type) {
    case 'attempt':
      return `${event.operation} ${event.attempt}`
    case 'response':
      return `${event.status ?? event.error ?? ''} in ${event.milliseconds} ms`
    case 'retry':
      return `${event.reason}, in ${event.delay} ms`
    case 'token':
      return `${event.expiresIn ?? event.error ?? ''}`
    case 'end':
      return `${event.outcome} after ${event.attempts} attempts`
    case 'drift':
      return event.issues.map(({ path, message }) => `${path}: ${message}`).join()
  }
}

export const transport: Transport = async ({ url, method, body, stop }) => {
  stop.onStop(() => undefined)
  const bytes = new Uint8Array([url, method, body ?? ''].join().length)
  return { status: 200, headers: new Headers(), read: () => Promise.resolve({ bytes }) }
}

export async function use(client: Client, stop: AbortController): Promise<string> {
  const side: Side = 'BUY'
  const options: CallOptions = { signal: stop.signal, totalTimeout: 1_000 }
  const order = { profile_id: 'p', market: 'PAXGUSD', side, base_amount: '2.5' } as const
  const quote: IssuerQuote = await client.createIssuerQuote(order, options)
  const { address } = await client.putCryptoDestinationAddress({ id: 'a', bookmarked_status: true })
  const byNetwork: PutCryptoDestinationAddressRequest = { crypto_network: 'BASE', address: '0x1' }
  await client.putCryptoDestinationAddress(byNetwork)
  const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
  const call = client.createStablecoinConversion({ ...conversion, metadata: { invoice: 1 } })
  const whole: CallResult<StablecoinConversion> = await call.withResponse()
  const settled: string | undefined = whole.data.settled_at
  const server: string | null = whole.headers.get('server')

  // @ts-expect-error an option that does not exist
  createClient({ baseUrl: 'https://api.example.com', auth: 'token', retries: 1 })
  // @ts-expect-error a client needs to know how it authenticates
  createClient({ baseUrl: 'https://api.example.com' })
  // @ts-expect-error undefined is not a text: with exactOptionalPropertyTypes, leave the field out
  await client.createStablecoinConversion({ ...conversion, ref_id: undefined })
  // @ts-expect-error a field that does not exist
  await client.createStablecoinConversion({ ...conversion, refid: 'x' })
  // @ts-expect-error a number for an amount
  await client.createStablecoinConversion({ ...conversion, amount: 12.5 })
  // @ts-expect-error a market that is not supported
  await client.createIssuerQuote({ ...order, market: 'BTCUSD' })
  // @ts-expect-error a value that is not in the enum
  await client.createIssuerQuote({ ...order, side: 'HOLD' })
  // @ts-expect-error a network that is not listed
  await client.putCryptoDestinationAddress({ crypto_network: 'DOGECOIN', address: 'D1' })
  // @ts-expect-error both alternatives at once
  await client.putCryptoDestinationAddress({ id: 'a', crypto_network: 'BASE', address: '0x1' })
  // @ts-expect-error neither alternative
  await client.putCryptoDestinationAddress({ nickname: 'x' })
  // @ts-expect-error a field that the answer does not have
  const total: unknown = quote.total
  // @ts-expect-error what an answer holds cannot be assigned as a number
  const price: number = quote.price
  // @ts-expect-error an operation that the document does not have
  await client.createQuote(order)
  return [quote.price, address.nickname, settled, server, whole.refId, total, price].join()
}

export function explain(error: unknown): string {
  if (error instanceof InvalidRequestError) return error.issues.map(({ path }) => path).join()
  if (error instanceof ApiError) {
    // @ts-expect-error the shape of an error's body is not documented
    const code: string = error.body.code
    return `${error.status} ${error.retryAfter ?? 0} ${code}`
  }
  if (!(error instanceof ClientError)) return 'not a failure of a call'
  const advice: Record<Outcome, string> = { not_sent: 'no', rejected: 'no', unknown: 'perhaps' }
  return `${advice[error.outcome]} ${error.refId ?? ''} ${error.attempts} ${error.code}`
}
