import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOptions, ClientOptions } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { acme } from '../support/provider/acme.js'
import { below, check, equal } from './check.js'
import { connecting, through } from './connections.js'
import { type Context, patient, type Row } from './script.js'
import { conversion, success, token } from './sent.js'
import { standStill } from './stand-still.js'

const provider = await acme()
const limits = { timeout: 300, totalTimeout: 400, maxRetries: 0 }

/** A client over HTTP/2 with a connection that is there, and what the server saw of it since. */
async function overHttp2(context: Context) {
  const script = await context.script(success)
  const { at, ...sending } = through(context, 'HTTP/2', { allowH2: true })
  const client = context.clientOf({ baseUrl: at(script), ...limits, ...sending })
  await client.createStablecoinConversion(conversion, patient)
  const seen = async () => {
    await sleep(200)
    // A stream that began and never had its body is no request.
    return (await script.seen()).slice(1).filter(({ at }) => at > 0)
  }
  return { client, seen }
}

/** The app works on after it made a call: the frames of HTTP/2 would leave at the end of its turn. */
async function worksOn(context: Context): Promise<void> {
  const { client, seen } = await overHttp2(context)
  const call = client.createStablecoinConversion(conversion)
  standStill(500)
  const { outcome } = await context.failureOf(call)
  equal([outcome, (await seen()).length], ['not_sent', 0], 'outcome and requests')
}

/** Many calls at once, and work after each: none arrives after its own time, however long the loop takes. */
async function manyAtOnce(context: Context): Promise<number> {
  const { client, seen } = await overHttp2(context)
  const startedAt: number[] = []
  const calls = Array.from({ length: 100 }, (_, number) => {
    startedAt[number] = Date.now()
    const call = client.createStablecoinConversion({ ...conversion, ref_id: `loop-${number}` })
    standStill(5)
    return call.then(
      () => 'ok',
      (error: unknown) => (error as { outcome: string }).outcome,
    )
  })
  const outcomes = await Promise.all(calls)
  const late = (await seen()).map(({ body, at }) => {
    const { ref_id: name } = JSON.parse(body) as { ref_id: string }
    const number = Number(name.slice('loop-'.length))
    check(outcomes[number] !== 'not_sent', `${name} is not_sent, but arrived`)
    return at - (startedAt[number] ?? 0) - limits.totalTimeout
  })
  return Math.max(...late)
}

/** Where a function of the caller's stands still, until the time is over. */
const places: Readonly<
  Record<string, (own: Partial<ClientOptions>, work: () => void) => Partial<ClientOptions>>
> = {
  auth: (_, work) => ({
    auth: () => {
      work()
      return token
    },
  }),
  beforeSend: (_, work) => ({ beforeSend: work }),
  'the event of the attempt': (_, work) => ({
    onEvent: ({ type }) => type === 'attempt' && work(),
  }),
  'a fetch or transport, before it sends': (own, work) => around(own, work, () => undefined),
  'a fetch or transport, after it began': (own, work) => around(own, () => undefined, work),
}

/** A function around what sends, such as one that logs. */
function around(
  { fetch, transport }: Partial<ClientOptions>,
  before: () => void,
  after: () => void,
): Partial<ClientOptions> {
  const wrap =
    <Args extends unknown[], Result>(send: (...args: Args) => Result) =>
    (...args: Args): Result => {
      before()
      const sent = send(...args)
      after()
      return sent
    }
  return fetch ? { fetch: wrap(fetch) } : { transport: wrap(transport ?? undiciTransport()) }
}

/** A conversion, and a read without a body, by a client with these options. */
const kinds = {
  conversion: (context: Context, options: Options) => {
    const client = context.clientOf(options)
    return (more: CallOptions = {}) => client.createStablecoinConversion(conversion, more)
  },
  read: ({ sdk, transport }: Context, options: Options) => {
    const sender = transport === undefined || options.fetch ? {} : { transport }
    const client = sdk.createClient({ auth: token, ...sender, ...options, provider })
    return (more: CallOptions = {}) => client.getParcel({ id: 'c' }, more)
  },
}
type Options = Parameters<Context['clientOf']>[0]

async function inEachFunction(context: Context): Promise<void> {
  for (const [place, placing] of Object.entries(places))
    for (const [kind, callWith] of Object.entries(kinds))
      for (const warm of [false, true]) {
        // Nothing asks for the body of a read once such a fetch has begun: SECURITY.md says so.
        if (kind === 'read' && place.includes('a fetch') && !context.transport) continue
        const script = await context.script(success)
        let isAsked = !warm
        const work = (): void => (isAsked ? standStill(500) : undefined)
        const own = connecting(context, {})
        const call = callWith(context, {
          baseUrl: script.url,
          ...limits,
          ...own,
          ...placing(own, work),
        })
        if (warm) await call(patient)
        isAsked = true
        const { outcome } = await context.failureOf(call())
        await sleep(100)
        const seen = (await script.seen()).length - (warm ? 1 : 0)
        // What began to send before the block may have arrived in time.
        const isBegun = place.endsWith('began') && outcome === 'unknown'
        const what = `${place}: ${kind} ${outcome}, seen ${seen}`
        check(isBegun || (outcome === 'not_sent' && seen === 0), what)
      }
}

export const rows: readonly Row[] = [
  {
    fault: 'an app that works on past the limits after it made a call over HTTP/2',
    demand: 'nothing leaves once the time is over; not_sent',
    needs: 'openssl',
    run: worksOn,
  },
  {
    fault: '100 calls over HTTP/2 from one loop, with work after each',
    demand: 'none arrives after its own time; what did not leave is not_sent',
    needs: 'openssl',
    run: (context) =>
      below(250, 'milliseconds after its time that one arrived', () => manyAtOnce(context)),
  },
  {
    fault: "each function of the caller's that stands still past the limits",
    demand: 'nothing leaves once the time is over; not_sent',
    run: inEachFunction,
  },
]
