import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { buildConnector } from 'undici'
import { vi } from 'vitest'
import type { ClientOptions, FetchLike } from '../../src/index.js'
import { below, check, equal } from './check.js'
import { connecting, through } from './connections.js'
import type { Context, Failure, Row } from './script.js'
import { conversion, refId } from './sent.js'

type Event = () => void

/** Lets nothing of this process run, as a stop of the process does, or a machine that swaps. */
export function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const loopback: LookupFunction = (_host, { all }, done) => {
  if (all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

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

/** A fetch that makes so many `Request`s around each other first, as dd-trace, MSW and loggers do. */
function inRequests(
  { fetch: send = globalThis.fetch, transport }: Partial<ClientOptions>,
  levels: number,
): Partial<ClientOptions> {
  if (levels === 0 || transport !== undefined) return {}
  const fetch: FetchLike = (url, init) => {
    let request = new Request(url, init)
    for (let level = 1; level < levels; level++) request = new Request(request)
    return send(...([request, {}] as unknown as Parameters<FetchLike>))
  }
  return { fetch }
}

/** Makes calls, in each of which something happens in a phase. Nothing is seen of them, long after they ended. */
async function during(
  context: Context,
  event: Event,
  limits: Partial<ClientOptions>,
  requests = 0,
): Promise<void> {
  for (const [phase, connectBy] of Object.entries(phases)) {
    const met = { happened: false }
    const connect = connectBy(() => {
      if (!met.happened) event()
      met.happened = true
    })
    // Without TLS to a name, so that it is looked up.
    const named = ({ url }: { url: string }) => url.replace('127.0.0.1', 'localhost')
    let seen: () => Promise<readonly unknown[]> = () => Promise.resolve([])
    // A busy machine may not come so far within the limits.
    for (let tries = 0; tries < 10 && !met.happened; tries++) {
      const sending =
        phase === 'the handshake'
          ? through(context, 'HTTP/1.1', { connect })
          : { ...connecting(context, { connect }), at: named }
      const end = await context.endOf([{}], {
        ...sending,
        ...limits,
        ...inRequests(sending, requests),
        at: (script) => {
          ;({ seen } = script)
          return sending.at(script)
        },
      })
      equal(end, 'ERR_TIMEOUT not_sent 0', phase)
      await sleep(200)
      equal((await seen()).length, 0, `${phase}: requests`)
    }
    check(met.happened, `${phase}: nothing happened`)
  }
}

const freeze: Event = () => standStill(900)

async function frozen(context: Context): Promise<void> {
  await during(context, freeze, { timeout: 600, maxRetries: 0 })
  await during(context, freeze, { totalTimeout: 600 })
}

async function frozenInRequests(context: Context): Promise<void> {
  // Over undici there is none.
  const levels = context.transport === undefined ? [1, 2, 3] : []
  for (const level of levels) {
    await during(context, freeze, { totalTimeout: 600 }, level)
    const baseUrl = 'http://127.0.0.1:47311'
    const refused = context.clientOf({ baseUrl, ...inRequests({}, level) })
    const { outcome, attempts } = await context.failure(refused)
    equal([outcome, attempts], ['not_sent', 3], 'refused')
  }
}

async function suspended(context: Context): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const jump: Event = () => {
    vi.setSystemTime(Date.now() + 3_600_000)
  }
  await during(context, jump, {}).finally(() => vi.useRealTimers())
}

/** The answer is in the socket when the loop goes on. Whether it is read or not, it is no `not_sent`. */
async function answeredMeanwhile(context: Context): Promise<void> {
  const { url, seen } = await context.script({ delay: 1_000 })
  const client = context.clientOf({ baseUrl: url, timeout: 3_000 })
  const call = client.createStablecoinConversion(conversion)
  await vi.waitFor(async () => equal((await seen()).length, 1, 'requests'), { timeout: 3_000 })
  standStill(3_000)
  const outcome = await call.then(
    () => 'ok',
    (error: unknown) => (error as Failure).outcome,
  )
  check(outcome === 'ok' || outcome === 'unknown', outcome)
  equal((await seen()).length, 1, 'requests')
}

/** By how much a call settles later than a plain timer on this machine would. */
async function lateness(limit: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const reference = new Promise<number>((resolve) => {
    setTimeout(() => resolve(performance.now() - startedAt), limit)
  })
  await call()
  const took = performance.now() - startedAt
  return took / (await reference) - 1
}

async function settlesInTime(context: Context): Promise<void> {
  const slow = await Promise.all([
    context.script({ by: 'silence' }),
    context.script({ drips: true, body: '{"id":"0123456789"}' }),
  ])
  const addresses = [slow[0].url, slow[0].silent, slow[1].url]
  const limits = [
    { timeout: 2_000, totalTimeout: 60_000 },
    { timeout: 60_000, totalTimeout: 2_000 },
  ]
  const settle = async (baseUrl: string, limit: Partial<ClientOptions>): Promise<void> => {
    const error = await context.failure(context.clientOf({ baseUrl, ...limit }))
    equal([error.code, error.outcome, error.refId], ['ERR_TIMEOUT', 'unknown', refId], baseUrl)
  }
  let tries = 0
  await below(0.1, 'part of the limit by which it settled later', async () => {
    tries++
    const late = addresses.flatMap((baseUrl) =>
      limits.map((limit) => lateness(2_000, () => settle(baseUrl, limit))),
    )
    return Math.max(...(await Promise.all(late)))
  })
  for (const { seen } of slow) equal((await seen()).length, 2 * tries, 'requests')
}

export const rows: readonly Row[] = [
  {
    fault: 'silent server; accepted but never answered; one byte a second',
    demand: 'settles within the limit + 10 %, body included',
    run: settlesInTime,
  },
  {
    fault: 'a process that is frozen while it resolves, connects or does the TLS handshake',
    demand: 'nothing leaves once the time is over; not_sent',
    needs: 'openssl',
    run: frozen,
  },
  {
    fault: 'the same where up to three Requests are made around each other first',
    demand: 'nothing leaves once the time is over; not_sent',
    needs: 'openssl',
    run: frozenInRequests,
  },
  {
    fault: 'a wall clock that jumps ahead during that, as after a suspended machine',
    demand: 'nothing leaves; not_sent',
    needs: 'openssl',
    run: suspended,
  },
  {
    fault: 'a response that came while the process was frozen, beyond its timeout',
    demand: 'sent once; a success or unknown, never not_sent',
    run: answeredMeanwhile,
  },
]
