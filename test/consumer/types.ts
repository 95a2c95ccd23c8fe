/** What must and must not compile. Read by the compiler, never run. */
/* eslint @typescript-eslint/no-unsafe-enum-assignment: off -- what must not compile breaks it as well. */
import { None } from 'oauth4webapi'
import { fetch as undiciFetch, ProxyAgent } from 'undici'
import type {
  Client,
  CryptoDestinationAddress,
  CryptoNetwork,
  IssuerQuote,
  PutCryptoDestinationAddressRequest,
  Side,
} from '../../src/index.js'
import {
  type ClientAuthentication,
  clientCredentials,
  createClient,
  createClientOf,
  createFetch,
  type FetchLike,
} from '../../src/index.js'
import { type components, createPathClient, type paths } from '../../src/openapi-fetch.js'
import { createIssuerQuote } from '../../src/operations.js'

export async function check(client: Client): Promise<string> {
  const quote: IssuerQuote = await client.createIssuerQuote({
    profile_id: 'p',
    market: 'PAXGUSD',
    side: 'BUY',
    base_amount: '2.5',
  })
  const { address } = await client.putCryptoDestinationAddress({ id: 'a', bookmarked_status: true })
  await client.putCryptoDestinationAddress({
    crypto_network: 'BASE',
    address: '0x1',
    travelrule_metadata: { beneficiary: { name: 'x' }, vasp: { id: 'v' } },
  })
  const { data, attempts } = await client
    .createStablecoinConversion({
      profile_id: 'p',
      amount: '12.50',
      source_asset: 'A',
      target_asset: 'B',
      metadata: { invoice: 1 },
    })
    .withResponse()
  const settled: string | undefined = data.settled_at

  const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
  // @ts-expect-error a field that does not exist
  await client.createStablecoinConversion({ ...conversion, refid: 'x' })
  // @ts-expect-error a number for an amount
  await client.createStablecoinConversion({ ...conversion, amount: 12.5 })
  // @ts-expect-error a required field is missing
  await client.createStablecoinConversion({ profile_id: 'p', amount: '1', source_asset: 'A' })
  // @ts-expect-error a value that is not in the enum
  await client.createIssuerQuote({ ...quote, profile_id: 'p', market: 'PAXGUSD', side: 'HOLD' })
  // @ts-expect-error a market that is not supported
  const market: Parameters<Client['createIssuerQuote']>[0]['market'] = 'BTCUSD'
  // @ts-expect-error a network that is not listed
  await client.putCryptoDestinationAddress({ crypto_network: 'DOGECOIN', address: 'D1' })
  // @ts-expect-error both alternatives at once
  await client.putCryptoDestinationAddress({ id: 'a', crypto_network: 'BASE', address: '0x1' })
  // @ts-expect-error id with address
  const both: PutCryptoDestinationAddressRequest = { id: 'a', address: '0x1' }
  // @ts-expect-error neither alternative
  const neither: PutCryptoDestinationAddressRequest = { nickname: 'x' }
  // @ts-expect-error half of an alternative
  const half: PutCryptoDestinationAddressRequest = { crypto_network: 'BASE' }
  // @ts-expect-error a field that the answer does not have
  const total: unknown = quote.total
  return [
    address.nickname,
    quote.price,
    settled,
    attempts,
    market,
    both,
    neither,
    half,
    total,
  ].join()
}

export async function checkFaces(): Promise<string> {
  const options = { baseUrl: 'https://api.example.com', auth: 'token' } as const
  const fetch: typeof globalThis.fetch = createFetch(options)
  const client = createPathClient(options)
  const body = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '2.5' } as const
  const { data, response } = await client.POST('/v2/issuer-quote', { body })
  const quote: components['schemas']['IssuerQuote'] | undefined = data
  const same: IssuerQuote | undefined = quote
  const path: keyof paths = '/v2/conversion/stablecoins'
  const side: components['schemas']['IssuerQuote']['side'] = 'A_SIDE_THAT_WAS_ADDED'
  await client.PUT('/v2/transfer/crypto-destination-address', { body: { id: 'a' } })

  // @ts-expect-error both alternatives at once
  await client.PUT('/v2/transfer/crypto-destination-address', { body: { id: 'a', address: 'b' } })

  // @ts-expect-error a path that the document does not have
  await client.POST('/v2/issuer-quotes', { body })
  // @ts-expect-error a method that the path does not have
  await client.PUT('/v2/issuer-quote', { body })
  // @ts-expect-error a value that is not in the enum
  await client.POST('/v2/issuer-quote', { body: { ...body, side: 'HOLD' } })
  // @ts-expect-error a required field is missing
  await client.POST('/v2/issuer-quote', { body: { profile_id: 'p' } })
  // @ts-expect-error an option that no client has
  createPathClient({ ...options, retries: 1 })
  // @ts-expect-error a fetch needs to know how it authenticates
  createFetch({ baseUrl: 'https://api.example.com' })
  return [same?.price, response.status, path, side, fetch.name].join()
}

/** An answer may carry what is not listed; a request may not. */
export async function checkOpenAnswers(client: Client): Promise<string> {
  const answered: CryptoDestinationAddress['crypto_network'] = 'A_NETWORK_THAT_WAS_ADDED'
  const { address } = await client.putCryptoDestinationAddress({ id: 'a' })
  const isKnown = address.crypto_network === 'BASE'
  // @ts-expect-error an answer's network may be one that no request names
  const network: CryptoNetwork = address.crypto_network
  // @ts-expect-error so it is checked before it is sent
  await client.putCryptoDestinationAddress(address)
  return [answered, isKnown, network].join()
}

export function checkSwitch(quote: IssuerQuote): string {
  switch (quote.side) {
    case 'BUY':
      return 'mints'
    case 'SELL':
      return 'redeems'
    default: {
      // @ts-expect-error there is a third case: a value that is not listed
      const never: never = quote.side
      return never
    }
  }
}

export function checkSwitchOfRequest(side: Side): string {
  switch (side) {
    case 'BUY':
      return 'mints'
    case 'SELL':
      return 'redeems'
    default: {
      const never: never = side
      return never
    }
  }
}

/** With `exactOptionalPropertyTypes`, as here: what is undefined is not sent. */
export async function checkUndefined(client: Client, nickname: string | undefined): Promise<void> {
  await client.putCryptoDestinationAddress({ id: 'a', nickname, travelrule_metadata: undefined })
  const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
  await client.createStablecoinConversion({ ...conversion, metadata: undefined })
  // @ts-expect-error a reference of one's own that is not there is a mistake
  await client.createStablecoinConversion({ ...conversion, ref_id: undefined })
}

/** How a function of the adopter tells the alternatives apart. */
export function checkAlternatives(body: PutCryptoDestinationAddressRequest): string {
  if (body.id !== undefined) {
    const id: string = body.id
    return id
  }
  const network: CryptoNetwork = body.crypto_network
  return `${network} ${body.address}`
}

/** Every option that takes a fetch accepts that of any library, without a cast. */
export function checkFetches(): number {
  const dispatcher = new ProxyAgent('http://127.0.0.1:3128')
  const makes: FetchLike[] = [
    fetch,
    globalThis.fetch,
    undiciFetch,
    (url, init) => fetch(url, { ...init, cache: 'no-store' }),
    (url, init) => undiciFetch(url, { ...init, dispatcher }),
    async (url, { method, headers, ...rest }) => {
      const asked = { ...headers, 'x-trace': `${method} ${url}` }
      return await fetch(new Request(url, { method, ...rest, headers: asked }))
    },
    (url: string | URL | Request, init?: RequestInit) => fetch(url, init),
  ]
  const given = { tokenUrl: 'https://auth.example.com/token', clientId: 'a', clientSecret: 'b' }
  for (const each of makes) {
    const options = { baseUrl: 'https://api.example.com', auth: 'token', fetch: each }
    createClient({ ...options, auth: clientCredentials({ ...given, fetch: each }) })
    createFetch(options)
  }
  const assertion: ClientAuthentication = None()
  clientCredentials({ ...given, clientAuthentication: assertion, parameters: { resource: ['a'] } })
  // @ts-expect-error a method that needs more than its name
  clientCredentials({ ...given, clientAuthentication: 'private_key_jwt' })
  // @ts-expect-error what gives no answer is no fetch
  const none: FetchLike = () => Promise.resolve()
  // @ts-expect-error one that cannot be asked for an address
  const other: FetchLike = (count: number) => fetch(`https://api.example.com/${count}`)
  return makes.concat(none, other).length
}

export async function some(options: Parameters<typeof createClient>[0]): Promise<string> {
  const client = createClientOf({ createIssuerQuote, quote: createIssuerQuote }, options)
  const order = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
  const quote: IssuerQuote = await client.quote(order)
  // @ts-expect-error a value that is not in the enum
  await client.createIssuerQuote({ ...order, side: 'HOLD' })
  // @ts-expect-error an operation that was not named
  const none: unknown = client.createStablecoinConversion
  return [quote.price, none].join()
}
