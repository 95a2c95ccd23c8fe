import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type CallOptions,
  type ClientCredentialsOptions,
  type ClientOptions,
  NotSentError,
  type Transport,
  type TransportRequest,
} from '../../src/index.js'
import type { Misplaced } from '../../src/shared/check-options.js'
import { heard } from '../support/heard-journal.js'
import { clientCredentials, createClient, type provider } from '../support/parcels/client.js'
import { acme } from '../support/provider/acme.js'
import { answer, ended, silence, type Step } from '../support/scripted.js'
import { granted } from '../support/token-endpoint.js'

const tokenUrl = 'https://auth.example.com/token'
const parcel = { depot_id: 'p', weight: '1', from_town: 'A', to_town: 'B' }
const refused: Step = () => Promise.reject(new NotSentError('refused'))

/** The options of one call, by the function that takes them. */
interface All {
  readonly createClient: ClientOptions
  readonly call: CallOptions
  readonly clientCredentials: ClientCredentialsOptions
}
type Kind = keyof All
type Some = { readonly [Name in Kind]?: Partial<All[Name]> }

/** The answers to requests for a token and to the others, and more options, of both calls that are compared. */
interface Situation {
  readonly tokens?: Step
  readonly calls?: Step
  readonly beside?: Some
  readonly body?: object
  readonly inPage?: boolean
}

/** The requests and the end of one call. */
interface Seen {
  readonly requests: readonly TransportRequest[]
  readonly tokenRequests: readonly TransportRequest[]
  /** The result of the call, or its error. */
  readonly end: object
  readonly milliseconds: number
}

async function see(options: Some, situation: Situation = {}): Promise<Seen> {
  const { beside = {}, body = parcel, inPage = false } = situation
  const { tokens = answer(200, granted), calls = answer(200, { id: 'c' }, { 'x-trace': 't' }) } =
    situation
  const requests: TransportRequest[] = []
  const tokenRequests: TransportRequest[] = []
  const transport: Transport = (request) => {
    const isToken = request.url.endsWith('/token')
    ;(isToken ? tokenRequests : requests).push(request)
    return (isToken ? tokens : calls)(request)
  }
  const own = { ...beside.createClient, ...options.createClient }
  if (inPage) ['window', 'document'].forEach((name) => vi.stubGlobal(name, {}))
  const from = Date.now()
  let end: unknown
  let at = from
  try {
    const auth = clientCredentials({
      tokenUrl,
      clientId: 'me',
      clientSecret: 's3cret-1',
      ...beside.clientCredentials,
      ...options.clientCredentials,
    })
    const baseUrl = 'https://api.example.com'
    const all = { baseUrl, auth, ...(own.fetch ? {} : { transport }), ...own }
    const call = createClient(all as object as ClientOptions<typeof provider>)
      .createParcel(body as typeof parcel, { ...beside.call, ...options.call })
      .withResponse()
    end = await ended(call.finally(() => (at = Date.now())))
  } catch (error) {
    end = error
  }
  return { requests, tokenRequests, end: end as object, milliseconds: at - from }
}

/** A difference that an option makes: a view of a call, its value without the option, and with it. */
type Shown = readonly [
  look: (seen: Seen) => unknown,
  without: unknown,
  given: unknown,
  situation?: Situation,
]

interface Row<Value> {
  readonly value: Value
  readonly call: Shown
  /** In the request for the token of the call, where that is not plain. */
  readonly token?: Shown
}

/** Of a store that processes share, test/auth/token-store.test.ts shows what it changes. */
type Elsewhere = keyof Misplaced | 'store'
type Rows = {
  readonly [Owner in Kind]: {
    readonly [Name in Exclude<keyof All[Owner], Elsewhere>]-?: Row<All[Owner][Name]>
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const header =
  (name: string, which: 'requests' | 'tokenRequests' = 'requests') =>
  (seen: Seen) =>
    seen[which][0]?.headers[name]
const field = (name: string) => (seen: Seen) =>
  new URLSearchParams(seen.tokenRequests[0]?.body).get(name)
const counts = ({ requests, tokenRequests }: Seen) => [tokenRequests.length, requests.length]
/** The clock reads in whole milliseconds, and so may be one ahead. */
const took = ({ milliseconds }: Seen) => milliseconds - (milliseconds % 10)
const fact = (name: string) => (seen: Seen) => (seen.end as Record<string, unknown>)[name]
const reference = ({ requests: [request] }: Seen) =>
  typeof (JSON.parse(request?.body ?? '{}') as { ref_id?: string }).ref_id

const ours = vi.fn()
const noted = () => [...new Set(ours.mock.calls.map(([one]) => one as unknown))]
const answered = (url: string) => (url.endsWith('/token') ? granted : { id: 'c' })
const ownFetch = (url: string) => {
  ours(url)
  return Promise.resolve(Response.json(answered(url)))
}
const ownTransport: Transport = (request) => {
  ours(request.url)
  return answer(200, answered(request.url))(request)
}
const plainTokenUrl: Situation = {
  beside: { clientCredentials: { tokenUrl: 'http://sidecar:8080/token' } },
}
const furtherField: Situation = { body: { ...parcel, ref_id: 'r-1', purpose: 'x' } }

// An option without a row does not compile.
const rows: Rows = {
  createClient: {
    baseUrl: {
      value: 'https://other.example.com/base',
      call: [
        ({ requests }) => requests[0]?.url,
        'https://api.example.com/v1/parcels',
        'https://other.example.com/base/v1/parcels',
      ],
    },
    auth: {
      value: 'own-token',
      call: [header('authorization'), 'Bearer tok-1', 'Bearer own-token'],
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
    generateRefId: { value: false, call: [reference, 'string', 'undefined'] },
    fetch: {
      value: ownFetch,
      call: [counts, [1, 1], [0, 0]],
      token: [noted, [], [tokenUrl, expect.stringMatching(/parcels$/)]],
    },
    transport: {
      value: ownTransport,
      call: [counts, [1, 1], [0, 0]],
      token: [noted, [], [tokenUrl, expect.stringMatching(/parcels$/)]],
    },
    onEvent: {
      value: ({ type }) => {
        ours(type)
      },
      call: [noted, [], expect.arrayContaining(['attempt', 'response', 'end'])],
      token: [noted, [], expect.arrayContaining(['token'])],
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
    requestIdHeader: { value: 'x-trace', call: [fact('requestId'), undefined, 't'] },
    beforeSend: {
      value: ({ operation, attempt }) => {
        ours(`${operation} ${attempt}`)
      },
      call: [noted, [], ['createParcel 1']],
    },
    journal: {
      value: heard(ours),
      call: [noted, [], ['createParcel 1', 'succeeded'], { body: { ...parcel, ref_id: 'r-1' } }],
    },
    provider: {
      value: await acme(),
      call: [header('idempotency-key'), undefined, 'r-1', furtherField],
    },
    dangerouslyAllowPlainHttp: {
      value: true,
      call: [
        counts,
        [0, 0],
        [1, 1],
        { beside: { createClient: { baseUrl: 'http://sidecar:8080' } } },
      ],
      // The address of the token endpoint is under an option of its own.
      token: [counts, [0, 0], [0, 0], plainTokenUrl],
    },
  },
  call: {
    timeout: { value: 50, call: [took, 10_000, 50, { calls: silence }] },
    totalTimeout: { value: 50, call: [took, 10_000, 50, { calls: silence }] },
    maxRetries: { value: 0, call: [counts, [1, 3], [1, 1], { calls: refused }] },
    signal: { value: AbortSignal.abort(), call: [counts, [1, 1], [0, 0]] },
    headers: { value: { 'X-Tenant': 'a' }, call: [header('x-tenant'), undefined, 'a'] },
  },
  clientCredentials: {
    tokenUrl: {
      value: 'https://other.example.com/token',
      call: [({ tokenRequests: [one] }) => one?.url, tokenUrl, 'https://other.example.com/token'],
    },
    clientId: { value: 'other', call: [field('client_id'), 'me', 'other'] },
    clientSecret: { value: 'other', call: [field('client_secret'), 's3cret-1', 'other'] },
    scopes: {
      value: ['parcels:write'],
      call: [field('scope'), expect.stringContaining(' '), 'parcels:write'],
    },
    clientAuthentication: {
      value: 'client_secret_basic',
      call: [header('authorization', 'tokenRequests'), undefined, `Basic ${btoa('me:s3cret-1')}`],
    },
    issuer: {
      value: 'https://issuer.example.com',
      call: [
        noted,
        [tokenUrl],
        ['https://issuer.example.com'],
        {
          beside: {
            clientCredentials: { clientAuthentication: ({ issuer }) => void ours(issuer) },
          },
        },
      ],
    },
    parameters: { value: { audience: 'a' }, call: [field('audience'), null, 'a'] },
    ignoreGrantedScopes: {
      value: true,
      call: [counts, [1, 0], [1, 1], { tokens: answer(200, { ...granted, scope: 'other' }) }],
    },
    timeout: { value: 50, call: [took, 10_000, 50, { tokens: silence }] },
    fetch: { value: ownFetch, call: [noted, [], [tokenUrl]] },
    transport: { value: ownTransport, call: [noted, [], [tokenUrl]] },
    dangerouslyAllowBrowser: { value: true, call: [counts, [0, 0], [1, 1], { inPage: true }] },
    dangerouslyAllowPlainHttp: { value: true, call: [counts, [0, 0], [1, 1], plainTokenUrl] },
  },
}

const all = Object.entries(rows).flatMap(([owner, ofOwner]) =>
  Object.entries(ofOwner).map(([name, row]) => ({ owner, name, row: row as Row<unknown> })),
)

it.each(all)('the option $name of $owner shows in a call', async ({ owner, name, row }) => {
  for (const [look, without, given, situation] of row.token ? [row.call, row.token] : [row.call]) {
    ours.mockClear()
    expect(look(await see({}, situation))).toEqual(without)
    ours.mockClear()
    expect(look(await see({ [owner]: { [name]: row.value } }, situation))).toEqual(given)
  }
})
