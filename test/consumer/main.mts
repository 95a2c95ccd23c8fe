/** What a program may write, and what it may not. Compiled against src/ and the installed package, never run. */
import {
  type AnyClientError,
  ApiError,
  type Auth,
  type CallOptions,
  type CallResult,
  type Client,
  ClientError,
  type ClientEvent,
  type ClientOptions,
  type CryptoDestinationAddress,
  type CryptoNetwork,
  clientCredentials,
  createClient,
  createFetch,
  type DocumentedError,
  type CreateStablecoinConversionRequest,
  type FetchLike,
  InvalidRequestError,
  type IssuerQuote,
  type Outcome,
  type PutCryptoDestinationAddressRequest,
  type StablecoinConversion,
  TimeoutError,
  type Transport,
} from 'stablecoin-issuer-api'

const credentials = { tokenUrl: 'https://auth.example.com/token', clientId: 'treasury' }
const baseUrl = 'https://api.example.com'

export function connect(clientSecret: () => Promise<string>): Client {
  const scopes = ['exchange:write_issuer_quote'] as const
  const clientAuthentication = 'client_secret_basic'
  const auth: Auth = clientCredentials({
    ...credentials,
    clientSecret,
    scopes,
    clientAuthentication,
    parameters: { resource: ['a'] },
  })
  const fetch: FetchLike = (input, init) => globalThis.fetch(input, init)
  const options: ClientOptions = { baseUrl, auth, timeout: 5_000, maxRetries: 0, fetch }
  return createClient({ ...options, onEvent: describe })
}
// @ts-expect-error a method that needs more than its name
clientCredentials({ ...credentials, clientAuthentication: 'private_key_jwt' })
// @ts-expect-error an option that does not exist
createClient({ baseUrl, auth: 'token', retries: 1 })
// @ts-expect-error a client needs to know how it authenticates
createClient({ baseUrl })

/** A fetch for any client that takes one. */
export const safeFetch: typeof globalThis.fetch = createFetch({ baseUrl, auth: 'token' })
// @ts-expect-error a fetch needs to know how it authenticates
createFetch({ baseUrl })
// @ts-expect-error what gives no answer is no fetch
export const silent: FetchLike = () => Promise.resolve()

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
      return event.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join()
  }
}

export const transport: Transport = async ({ url, method, body, stop }) => {
  stop.onStop(() => undefined)
  const bytes = new Uint8Array([url, method, body ?? ''].join().length)
  return { status: 200, headers: new Headers(), read: () => Promise.resolve({ bytes }) }
}

const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
declare const conversion: CreateStablecoinConversionRequest

export async function use(client: Client, { signal }: AbortController): Promise<string> {
  const options: CallOptions = { signal, totalTimeout: 1_000 }
  const quote: IssuerQuote = await client.createIssuerQuote(order, options)
  const { address } = await client.putCryptoDestinationAddress({ id: 'a', bookmarked_status: true })
  const travelrule_metadata = { beneficiary: { name: 'x' }, vasp: { id: 'v' } }
  const place = { crypto_network: 'BASE', address: '0x1' } as const
  await client.putCryptoDestinationAddress({ ...place, travelrule_metadata })
  const call = client.createStablecoinConversion({ ...conversion, metadata: { invoice: 1 } })
  const whole: CallResult<StablecoinConversion> = await call.withResponse()
  const settled: string | undefined = whole.data.settled_at
  const server: string | null = whole.headers.get('server')

  // @ts-expect-error a field that does not exist
  await client.createStablecoinConversion({ ...conversion, refid: 'x' })
  // @ts-expect-error a number for an amount
  await client.createStablecoinConversion({ ...conversion, amount: 12.5 })
  // @ts-expect-error a required field is missing
  await client.createStablecoinConversion({ ...conversion, profile_id: undefined })
  // @ts-expect-error a value that is not in the enum
  await client.createIssuerQuote({ ...order, side: 'HOLD' })
  // @ts-expect-error a market that is not supported
  await client.createIssuerQuote({ ...order, market: 'BTCUSD' })
  // @ts-expect-error a network that is not listed
  await client.putCryptoDestinationAddress({ crypto_network: 'NO_NETWORK', address: 'D1' })
  // @ts-expect-error id with address
  await client.putCryptoDestinationAddress({ id: 'a', address: '0x1' })
  // @ts-expect-error neither alternative
  await client.putCryptoDestinationAddress({ nickname: 'x' })
  // @ts-expect-error half of an alternative
  await client.putCryptoDestinationAddress({ crypto_network: 'BASE' })
  // @ts-expect-error a field that the answer does not have
  const total: unknown = quote.total
  // @ts-expect-error what an answer holds cannot be assigned as a number
  const price: number = quote.price
  // @ts-expect-error an operation that the document does not have
  await client.createQuote(order)
  return [quote.price, address.nickname, settled, server, whole.refId, total, price].join()
}

/** With `exactOptionalPropertyTypes`: what is undefined is not sent. */
export async function useUndefined(client: Client, nickname: string | undefined): Promise<void> {
  await client.putCryptoDestinationAddress({ id: 'a', nickname, travelrule_metadata: undefined })
  await client.createStablecoinConversion({ ...conversion, metadata: undefined })
  // @ts-expect-error a reference of one's own that is not there is a mistake
  await client.createStablecoinConversion({ ...conversion, ref_id: undefined })
}

/** An answer may carry what is not listed; a request may not. */
export async function useOpenAnswers(client: Client): Promise<string> {
  const added: CryptoDestinationAddress['crypto_network'] = 'A_NETWORK_THAT_WAS_ADDED'
  const { address } = await client.putCryptoDestinationAddress({ id: 'a' })
  // @ts-expect-error an answer's network may be one that no request names
  const network: CryptoNetwork = address.crypto_network
  // @ts-expect-error so it is checked before it is sent
  await client.putCryptoDestinationAddress(address)
  return [added, network].join()
}

/** How a function of the adopter distinguishes the alternatives. */
export function alternative(body: PutCryptoDestinationAddressRequest): string {
  if (body.id !== undefined) {
    const id: string = body.id
    return id
  }
  const network: CryptoNetwork = body.crypto_network
  return `${network} ${body.address}`
}

export function explain(error: unknown): string {
  if (error instanceof InvalidRequestError)
    return error.issues.map(({ path }) => path.join('.')).join()
  if (error instanceof ApiError) {
    // @ts-expect-error the shape of an error's body is not documented
    const code: string = error.body.code
    return `${error.status} ${error.retryAfter ?? 0} ${code}`
  }
  if (!ClientError.is(error)) return 'not a failure of a call'
  const advice = {
    not_sent: 'no',
    rejected: 'no',
    unknown: 'perhaps',
    failed: 'no',
  } satisfies Record<Outcome, string>
  return `${advice[error.outcome]} ${error.refId ?? ''} ${error.attempts} ${error.code}`
}

/** `ClientError.is` narrows to every kind, and `code` or `instanceof` to one. */
export function byKind(error: unknown): string {
  if (error instanceof TimeoutError) {
    const code: 'ERR_TIMEOUT' = error.code
    return code
  }
  if (!ClientError.is(error)) return 'not a failure of a call'
  const any: AnyClientError = error
  if (error.code === 'ERR_API') return `${error.status}`
  // @ts-expect-error only some of the errors have issues
  const issues: unknown = error.issues
  return error.code === 'ERR_INVALID_REQUEST' ? `${error.issues.length}` : `${any.code} ${issues}`
}

type Refused = DocumentedError<{
  readonly convert: {
    readonly 422: { readonly code: 'LIMIT' }
    readonly '4XX': { readonly why: string }
  }
}>

/** A status that the document lists has its own body, also beside a range. */
export const narrowed = (error: Refused): 'LIMIT' | undefined =>
  error.status === 422 ? error.body.code : undefined
