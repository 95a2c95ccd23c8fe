import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  clientCredentials,
  type ClientCredentialsOptions,
  type ClientOptions,
  createClient,
  NotSentError,
  type Transport,
  type TransportRequest,
} from '../../src/index.js'
import { answer, ended, silence, type Step } from '../support/scripted.js'
import { granted } from '../support/token-endpoint.js'

const conversion = { profile_id: 'p', amount: '1', source_asset: 'A', target_asset: 'B' }
const refused: Step = () => Promise.reject(new NotSentError('refused'))

/** What becomes of requests for a token, and of the others. */
interface Situation {
  readonly tokens?: Step
  readonly calls?: Step
}

/** What was seen of one call. */
interface Seen {
  readonly requests: readonly TransportRequest[]
  readonly tokenRequests: readonly TransportRequest[]
  /** What the call resolved to or rejected with. */
  readonly end: object
  readonly milliseconds: number
}

async function see(
  options: Partial<ClientOptions>,
  {
    tokens = answer(200, granted),
    calls = answer(200, { id: 'c' }, { 'x-trace': 't' }),
  }: Situation = {},
  credentials: Partial<ClientCredentialsOptions> = {},
): Promise<Seen> {
  const requests: TransportRequest[] = []
  const tokenRequests: TransportRequest[] = []
  const transport: Transport = (request) => {
    const isToken = request.url.endsWith('/token')
    ;(isToken ? tokenRequests : requests).push(request)
    return (isToken ? tokens : calls)(request)
  }
  const from = Date.now()
  let end: unknown
  let at = from
  try {
    const tokenUrl = 'https://auth.example.com/token'
    const identity = { tokenUrl, clientId: 'me', clientSecret: 's3cret-1', ...credentials }
    const client = createClient({
      baseUrl: 'https://api.example.com',
      auth: clientCredentials(identity),
      ...(options.fetch ? {} : { transport }),
      ...options,
    })
    const call = client.createStablecoinConversion(conversion).withResponse()
    end = await ended(call.finally(() => (at = Date.now())))
  } catch (error) {
    end = error
  }
  return { requests, tokenRequests, end: end as object, milliseconds: at - from }
}

/** How an option shows: what is looked at, what it is without the option, and what with it. */
type Shown = readonly [
  look: (seen: Seen) => unknown,
  without: unknown,
  given: unknown,
  situation?: Situation,
  credentials?: Partial<ClientCredentialsOptions>,
]

interface Row<Value> {
  readonly value: Value
  /** What both calls have. */
  readonly beside?: Partial<ClientOptions>
  /** In a call. */
  readonly call: Shown
  /** In the request for its token. */
  readonly token: Shown
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const header =
  (name: string, which: 'requests' | 'tokenRequests' = 'requests') =>
  (seen: Seen) =>
    seen[which][0]?.headers[name]
const counts = ({ requests, tokenRequests }: Seen) => [tokenRequests.length, requests.length]
/** The clock reads in whole milliseconds, and so may be one ahead. */
const took = ({ milliseconds }: Seen) => milliseconds - (milliseconds % 10)
const fact = (name: string) => (seen: Seen) => (seen.end as Record<string, unknown>)[name]
const reference = ({ requests: [request] }: Seen) =>
  typeof (JSON.parse(request?.body ?? '{}') as { ref_id?: string }).ref_id

const ours = vi.fn()
const told = () => [...new Set(ours.mock.calls.map(([one]) => one as unknown))]
const answered = (text: string) => Response.json(/token$/.test(text) ? granted : { id: 'c' })

// An option without a row does not compile.
const ofClient: { readonly [Name in keyof ClientOptions]-?: Row<ClientOptions[Name]> } = {
  baseUrl: {
    value: 'https://other.example.com/base',
    call: [
      ({ requests }) => requests[0]?.url,
      'https://api.example.com/v2/conversion/stablecoins',
      'https://other.example.com/base/v2/conversion/stablecoins',
    ],
    token: [counts, [1, 1], [1, 1]],
  },
  auth: {
    value: 'own-token',
    call: [header('authorization'), 'Bearer tok-1', 'Bearer own-token'],
    token: [counts, [1, 1], [0, 1]],
  },
  timeout: {
    value: 50,
    call: [took, 10_000, 50, { calls: silence }],
    token: [took, 10_000, 10_000, { tokens: silence }],
  },
  totalTimeout: {
    value: 50,
    call: [took, 10_000, 50, { calls: silence }],
    token: [took, 10_000, 50, { tokens: silence }],
  },
  maxRetries: {
    value: 0,
    call: [counts, [1, 3], [1, 1], { calls: refused }],
    token: [counts, [3, 0], [1, 0], { tokens: refused }],
  },
  generateRefId: {
    value: false,
    call: [reference, 'string', 'undefined'],
    token: [counts, [1, 1], [1, 1]],
  },
  fetch: {
    value: (url) => {
      ours(url)
      return Promise.resolve(answered(url))
    },
    call: [counts, [1, 1], [0, 0]],
    token: [told, [], ['https://auth.example.com/token', expect.stringMatching(/stablecoins$/)]],
  },
  transport: {
    value: (request) => {
      ours(request.url)
      return answer(200, /token$/.test(request.url) ? granted : { id: 'c' })(request)
    },
    call: [counts, [1, 1], [0, 0]],
    token: [told, [], ['https://auth.example.com/token', expect.stringMatching(/stablecoins$/)]],
  },
  onEvent: {
    value: ({ type }) => {
      ours(type)
    },
    call: [told, [], expect.arrayContaining(['attempt', 'response', 'end'])],
    token: [told, [], expect.arrayContaining(['token'])],
  },
  headers: {
    value: { 'X-Tenant': 'a', 'User-Agent': 'treasury/1.0' },
    call: [
      (seen) => [header('x-tenant')(seen), header('user-agent')(seen)],
      [undefined, expect.stringMatching(/^stablecoin-issuer-api/)],
      ['a', 'treasury/1.0'],
    ],
    // They may be secret, and the token endpoint is another service.
    token: [
      (seen) => ['x-tenant', 'user-agent'].map((name) => header(name, 'tokenRequests')(seen)),
      [undefined, expect.stringMatching(/^stablecoin-issuer-api/)],
      [undefined, expect.stringMatching(/^stablecoin-issuer-api/)],
    ],
  },
  requestIdHeader: {
    value: 'x-trace',
    call: [fact('requestId'), undefined, 't'],
    token: [counts, [1, 1], [1, 1]],
  },
  beforeSend: {
    value: ({ operation, attempt }) => {
      ours(`${operation} ${attempt}`)
    },
    call: [told, [], ['createStablecoinConversion 1']],
    token: [told, [], [], { tokens: answer(400, { error: 'invalid_scope' }) }],
  },
  dangerouslyAllowPlainHttp: {
    value: true,
    beside: { baseUrl: 'http://sidecar:8080' },
    call: [counts, [0, 0], [1, 1]],
    // The address of the token endpoint is under an option of its own.
    token: [counts, [0, 0], [0, 0], {}, { tokenUrl: 'http://sidecar:8080/token' }],
  },
}

it.each(Object.entries(ofClient))(
  'the option of createClient %s shows in a call, and in its token request',
  async (name, row) => {
    const changes = [row.call, row.token].some(
      ([, without, given]) => !isDeepStrictEqual(without, given),
    )
    expect(changes, 'its row shows nothing that it changes').toBe(true)
    for (const [look, without, given, situation, credentials] of [row.call, row.token])
      for (const [options, expected] of [
        [{}, without],
        [{ [name]: row.value as unknown }, given],
      ] as const) {
        ours.mockClear()
        const seen = await see({ ...row.beside, ...options }, situation, credentials)
        expect(look(seen)).toEqual(expected)
      }
  },
)
