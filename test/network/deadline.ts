import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { buildConnector } from 'undici'
import type { ClientOptions } from '../../src/index.js'
import { check, equal } from './check.js'
import { connecting, through } from './connections.js'
import type { Context, Row } from './script.js'

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

/** Makes calls, each of which is frozen in a phase. Nothing is seen of them, long after they ended. */
async function freeze(context: Context, limits: Partial<ClientOptions>): Promise<void> {
  for (const [phase, connectBy] of Object.entries(phases)) {
    const met = { happened: false }
    const connect = connectBy(() => {
      if (!met.happened) standStill(900)
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

export const rows: readonly Row[] = [
  {
    fault: 'a process that is frozen while it resolves, connects or does the TLS handshake',
    demand: 'nothing leaves once the time is over; not_sent',
    run: async (context) => {
      await freeze(context, { timeout: 600, maxRetries: 0 })
      await freeze(context, { totalTimeout: 600 })
    },
  },
]
