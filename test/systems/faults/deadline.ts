import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { vi } from 'vitest'
import type { ClientOptions } from '../../../src/index.js'
import { check, equal } from './check.js'
import { connecting, through } from './connecting.js'
import { inRequests } from './request-wrapper.js'
import type { Context, Failure, Row } from './script.js'
import { conversion, success } from './sent.js'
import { standStill } from './stand-still.js'

const loopback: LookupFunction = (_host, { all }, done) => {
  if (all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

type Event = () => void

/** The phases in which something can happen before the first byte leaves. */
const phases: Readonly<Record<string, (event: Event) => buildConnector.BuildOptions>> = {
  resolving: (event) => ({
    lookup: (...request) => {
      event()
      loopback(...request)
    },
  }),
  connecting: (event) => ({
    lookup: (...request) => {
      loopback(...request)
      event()
    },
  }),
  'the handshake': (event) => ({
    checkServerIdentity: () => {
      event()
      return undefined
    },
  }),
}

/** Makes calls, in each of which something happens in a phase. Nothing is seen of them, long after they ended. */
async function during(
  context: Context,
  event: Event,
  limits: Partial<ClientOptions>,
  requests = 0,
) {
  for (const [phase, connectBy] of Object.entries(phases)) {
    let happened = false
    const connect = connectBy(() => {
      if (!happened) event()
      happened = true
    })
    const sending =
      phase === 'the handshake'
        ? through(context, 'HTTP/1.1', { connect })
        : // A name, so that it is looked up.
          {
            ...connecting(context, { connect }),
            at: ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost'),
          }
    let seen: () => Promise<unknown[]> = () => Promise.resolve([])
    const end = await context.endOf([success], {
      ...sending,
      ...limits,
      ...inRequests(sending, requests),
      at: (script) => {
        ;({ seen } = script)
        return sending.at(script)
      },
    })
    check(happened, `${phase}: nothing happened`)
    equal(end, 'ERR_TIMEOUT not_sent 0', phase)
    await new Promise((resolve) => setTimeout(resolve, 200))
    equal((await seen()).length, 0, `${phase}: requests`)
  }
  return `${Object.keys(phases).length} phases: nothing arrives, not_sent`
}

async function suspended(context: Context): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const jump: Event = () => {
    vi.setSystemTime(Date.now() + 3_600_000)
  }
  return during(context, jump, {}).finally(() => vi.useRealTimers())
}

/** The answer lies in the socket when the loop goes on. Whether it is read or not, it is no `not_sent`. */
async function answeredMeanwhile(context: Context): Promise<string> {
  const { url, seen } = await context.script({ ...success, delay: 50 })
  const client = context.clientOf({ baseUrl: url, timeout: 400 })
  const call = client.createStablecoinConversion(conversion)
  await vi.waitFor(async () => equal((await seen()).length, 1, 'requests'))
  standStill(800)
  const outcome = await call.then(
    () => 'ok',
    (error: unknown) => (error as Failure).outcome,
  )
  check(outcome === 'ok' || outcome === 'unknown', outcome)
  equal((await seen()).length, 1, 'requests')
  return 'sent once; a success or unknown'
}

export const rows: readonly Row[] = [
  {
    fault: 'a process that is frozen while it resolves, connects or does the TLS handshake',
    demand: 'nothing leaves once the time is over; not_sent',
    overTls: true,
    run: async (context) => {
      await during(context, () => standStill(500), { timeout: 300, maxRetries: 0 })
      return during(context, () => standStill(500), { totalTimeout: 300 })
    },
  },
  {
    fault: 'the same where up to three Requests are made around each other first',
    demand: 'nothing leaves once the time is over; not_sent',
    overTls: true,
    run: async (context) => {
      // Over undici there is none.
      const levels = context.transport === undefined ? [1, 2, 3] : []
      for (const level of levels) {
        await during(context, () => standStill(500), { totalTimeout: 300 }, level)
        const baseUrl = 'http://127.0.0.1:47311'
        const refused = context.clientOf({ baseUrl, ...inRequests({}, level) })
        const { outcome, attempts } = await context.failure(refused)
        equal([outcome, attempts], ['not_sent', 3], 'refused')
      }
      return `${levels.length} levels in ${Object.keys(phases).length} phases: nothing arrives`
    },
  },
  {
    fault: 'a wall clock that jumps ahead during that, as after a suspended machine',
    demand: 'nothing leaves; not_sent',
    overTls: true,
    run: suspended,
  },
  {
    fault: 'a response that came while the process was frozen, beyond its timeout',
    demand: 'sent once; a success or unknown, never not_sent',
    run: answeredMeanwhile,
  },
]
