import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientOptions } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { check, equal } from './check.js'
import { connecting, through } from './connections.js'
import { standStill } from './deadline.js'
import type { Context, Row } from './script.js'
import { conversion, token } from './sent.js'

const limits = { timeout: 300, totalTimeout: 400, maxRetries: 0 }

/** The app works on after it made a call: the frames of HTTP/2 would leave at the end of its turn. */
async function worksOn(context: Context): Promise<void> {
  const script = await context.script({})
  const { at, ...sending } = through(context, 'HTTP/2', { allowH2: true })
  const client = context.clientOf({ baseUrl: at(script), ...sending })
  // The connection is there then.
  await client.createStablecoinConversion(conversion)
  const call = client.createStablecoinConversion(conversion, limits)
  standStill(500)
  const { outcome } = await context.failureOf(call)
  await sleep(200)
  // A stream that began and never had its body is no request.
  const seen = (await script.seen()).slice(1).filter(({ at }) => at > 0)
  equal([outcome, seen.length], ['not_sent', 0], 'outcome and requests')
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

async function inEachFunction(context: Context): Promise<void> {
  for (const [place, placing] of Object.entries(places))
    for (const warm of [false, true]) {
      const script = await context.script({})
      let isAsked = !warm
      const work = (): void => (isAsked ? standStill(500) : undefined)
      const own = connecting(context, {})
      const client = context.clientOf({ baseUrl: script.url, ...own, ...placing(own, work) })
      if (warm) await client.createStablecoinConversion(conversion)
      isAsked = true
      const call = client.createStablecoinConversion(conversion, limits)
      const { outcome } = await context.failureOf(call)
      await sleep(100)
      const seen = (await script.seen()).length - (warm ? 1 : 0)
      // What began to send before the block may have arrived in time.
      const isBegun = place.endsWith('began') && outcome === 'unknown'
      const what = `${place}: ${outcome}, seen ${seen}`
      check(isBegun || (outcome === 'not_sent' && seen === 0), what)
    }
}

export const rows: readonly Row[] = [
  {
    fault: 'an app that works on past the limits after a call over HTTP/2',
    demand: 'as 15',
    run: worksOn,
  },
  {
    fault: "each function of the caller's that stands still past the limits",
    demand: 'as 15',
    run: inEachFunction,
  },
]
