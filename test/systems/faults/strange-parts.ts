import type { Transport, TransportResponse } from '../../../src/index.js'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, refId, success, token } from './sent.js'
import type { Step } from './step.js'

const baseUrl = 'https://api.example.com'
const raise = (): never => {
  throw new TypeError('raised')
}
const throwing = (names: string[]): object =>
  Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: raise }])))

/** Sources of tokens that give none, or throw where nothing should. */
const tokens: readonly unknown[] = [
  () => undefined,
  () => Promise.resolve(undefined),
  () => null,
  () => 7,
  () => ({ value: token }),
  raise,
  () => Promise.reject(new Error('no')),
  ...[
    { getToken: () => undefined },
    { getToken: () => Promise.resolve(undefined) },
    { getToken: () => Promise.resolve({}) },
    { getToken: () => Promise.resolve({ value: undefined, scopes: [] }) },
    { getToken: () => Promise.resolve(throwing(['value'])) },
    { getToken: raise, heldToken: () => undefined },
    { getToken: () => Promise.resolve({ value: token }), heldToken: raise },
    { getToken: () => Promise.resolve({ value: token }), heldToken: () => null },
  ].map((source) => ({ dropToken: () => undefined, ...source })),
]

const answer = (more: object): TransportResponse =>
  Object.defineProperties(
    {
      status: 200,
      headers: new Headers(),
      read: () => ({ bytes: new TextEncoder().encode('{"id":"1"}') }),
    },
    Object.getOwnPropertyDescriptors(more),
  )

/** Transports that break their contract, after something may have been sent. */
const transports: readonly unknown[] = [
  raise,
  () => undefined,
  () => Promise.resolve(undefined),
  () => Promise.resolve(null),
  () => Promise.resolve(7),
  () => Promise.resolve({}),
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
  () => Promise.reject(throwing(['code', 'cause', 'message', 'errors'])),
  ...[
    throwing(['status']),
    throwing(['read']),
    { read: raise },
    { read: () => Promise.reject(Object.assign(new Error('x'), { syscall: 'connect' })) },
    { read: () => undefined },
    { read: () => ({ bytes: 'text' }) },
    { status: NaN },
    { status: undefined },
    { status: 400, headers: undefined },
    { status: 401, ...throwing(['headers']), headers: undefined },
  ].map((more) => () => Promise.resolve(answer(more))),
]

async function strange(context: Context): Promise<string> {
  for (const auth of tokens) {
    let sent = 0
    const options = {
      baseUrl,
      auth: auth as () => string,
      fetch: () => Promise.reject(new Error(`${sent++}`)),
    }
    const error = await context.failureOf(
      context.clientOf(options).createStablecoinConversion(conversion),
    )
    equal([error.code, error.outcome], ['ERR_AUTHENTICATION', 'not_sent'], String(auth))
    equal([error.refId, error.attempts, sent], [refId, 0, 0], String(auth))
  }
  for (const transport of transports) {
    const client = context.sdk.createClient({
      baseUrl,
      auth: token,
      transport: transport as Transport,
    })
    const error = await context.failure(client)
    equal([error.outcome, error.refId, error.attempts], ['unknown', refId, 1], String(transport))
  }
  const dropping = { getToken: () => Promise.resolve({ value: token }), dropToken: raise }
  const { url } = await context.script({ status: 401 })
  const client = context.clientOf({ baseUrl: url, auth: dropping })
  const error = await context.failureOf(client.createIssuerQuote(quote))
  equal([error.code, error.outcome], ['ERR_AUTHENTICATION', 'rejected'], 'dropToken throws')
  return `${tokens.length} token sources, ${transports.length} transports, 0 raw errors`
}

/** Functions of the caller's that never settle once must not block the calls that come later. */
async function neverSettles(context: Context): Promise<string> {
  const forever = new Promise<never>(() => undefined)
  const api = await context.script(success)
  const credentials = {
    ...{ tokenUrl: 'https://auth.example.com/token', clientId: 'client', timeout: 1_000 },
    // In this process, so that no other one has to answer within the timeout.
    fetch: () => Promise.resolve(new Response(granted().body ?? '')),
  }
  let asked = 0
  const once =
    <Value>(value: Value) =>
    () =>
      asked++ === 0 ? forever : Promise.resolve(value)
  const authenticate = once(undefined)
  const sources = [
    { name: 'clientSecret', options: { clientSecret: once('s') } },
    {
      name: 'clientAuthentication',
      options: {
        clientAuthentication: async () => {
          await authenticate()
        },
      },
    },
  ]
  for (const { name, options } of sources) {
    asked = 0
    const auth = context.sdk.clientCredentials({ ...credentials, ...options })
    const client = context.clientOf({ baseUrl: api.url, auth })
    const error = await context.failureOf(client.createIssuerQuote(quote))
    equal([error.code, error.outcome], ['ERR_AUTHENTICATION', 'not_sent'], name)
    check(error.message.includes(`${name} did not answer within 1000 ms`), error.message)
    await new Promise((resolve) => setTimeout(resolve, 550))
    await client.createIssuerQuote(quote)
  }
  return 'bounded by timeout; the next call asks again'
}

/** What a Proxy shows of a property is not what reading it gives. */
async function twoFaced(context: Context): Promise<string> {
  const { url, seen } = await context.script(success)
  const lying = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get: (target, name) =>
        name === 'toJSON'
          ? undefined
          : name === 'length'
            ? 1
            : `not ${String(Reflect.get(target, name))}`,
    })
  const body = { ...conversion, metadata: lying({ note: 'a', list: lying(['b']) }) }
  await context.clientOf({ baseUrl: url }).createStablecoinConversion(lying(body))
  const plain = { ...conversion, metadata: { note: 'a', list: ['b'] } }
  equal(JSON.parse((await seen())[0]?.body ?? ''), plain, 'the body')
  return 'the values that were checked'
}

/** An answer that came in time is read, though the loop stood still until after the timeout. */
async function stoodStill(context: Context): Promise<string> {
  const step: Step = { ...success, delay: 500 }
  const { url, seen } = await context.script(step)
  const client = context.clientOf({ baseUrl: url, timeout: 2_000 })
  const startedAt = performance.now()
  const call = client.createStablecoinConversion(conversion)
  while ((await seen()).length === 0);
  while (performance.now() < startedAt + 2_400);
  equal(await call, { id: '1' }, 'data')
  return 'answered 500 ms after the request, read 400 ms too late: a success'
}

export const rows: readonly Row[] = [
  {
    number: 25,
    fault: 'token sources, transports and responses that throw, or return what they must not',
    demand: 'not_sent before the request, unknown after it; 0 raw errors',
    run: strange,
  },
  {
    number: 26,
    fault: 'a function for the secret, or for authentication, that never settles',
    demand: 'ends within timeout, not_sent; the next call asks again',
    run: neverSettles,
  },
  {
    number: 32,
    fault: 'a body whose values change when they are read again',
    demand: 'what was checked is sent',
    run: twoFaced,
  },
  {
    number: 33,
    fault: 'an event loop that is blocked beyond timeout while the response waits in the socket',
    demand: 'the response is read',
    run: stoodStill,
  },
]
