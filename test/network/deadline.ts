import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { buildConnector } from 'undici'
import { vi } from 'vitest'
import type { ClientOptions } from '../../src/index.js'
import { check, equal } from './check.js'
import { connecting, through } from './connections.js'
import type { Context, Failure, Row } from './script.js'
import { conversion } from './sent.js'

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

/** Makes calls, in each of which something happens in a phase. Nothing is seen of them, long after they ended. */
async function during(
  context: Context,
  event: Event,
  limits: Partial<ClientOptions>,
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

export const rows: readonly Row[] = [
  {
    fault: 'a process that is frozen while it resolves, connects or does the TLS handshake',
    demand: 'nothing leaves once the time is over; not_sent',
    needs: 'openssl',
    run: frozen,
  },
  {
    fault: 'a response that came while the process was frozen, beyond its timeout',
    demand: 'sent once; a success or unknown, never not_sent',
    run: answeredMeanwhile,
  },
]
