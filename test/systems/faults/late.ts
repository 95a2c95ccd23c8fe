import type { LookupFunction } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Agent, type buildConnector } from 'undici'
import { vi } from 'vitest'
import type { ClientError, ClientOptions } from '../../../src/index.js'
import { undiciTransport } from '../../../src/undici.js'
import { check, equal } from './check.js'
import { countOf, startFarSide } from './far-side.js'
import { sharedKey } from './local-server.js'
import type { Context, Row } from './script.js'
import { conversion, success } from './sent.js'
import type { Step } from './step.js'

// Some rows replace the timers.
const { setTimeout: realTimeout } = globalThis
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    realTimeout(resolve, milliseconds)
  })

/** Lets nothing of this process run, as a stop of the process does, or a machine that swaps. */
const standStill = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

type Connect = Exclude<buildConnector.BuildOptions, undefined>

/** Sends over fetch, or over undici, with settings for connecting. */
function connectingBy({ transport }: Context, connect: Connect): Partial<ClientOptions> {
  if (transport !== undefined) return { transport: undiciTransport({ connect }) }
  const dispatcher = new Agent({ connect })
  return { fetch: (url, init) => fetch(url, { ...init, dispatcher } as RequestInit) }
}

const loopback: LookupFunction = (_host, { all }, done) => {
  if (all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

type Event = () => void

/** The phases in which something can happen before the first byte leaves. */
const phases: Readonly<Record<string, (event: Event) => Connect>> = {
  resolving: (event) => ({
    lookup: (...asked) => {
      event()
      loopback(...asked)
    },
  }),
  connecting: (event) => ({
    lookup: (...asked) => {
      loopback(...asked)
      event()
    },
  }),
  'the handshake': (event) => ({
    ...sharedKey.client,
    pskCallback: () => {
      event()
      return sharedKey.client.pskCallback()
    },
  }),
}

/** Makes a call during which something happens in a phase. @returns what was seen of it, long after it ended */
async function during(
  context: Context,
  phase: string,
  event: Event,
  limits: Partial<ClientOptions>,
): Promise<number> {
  let happened = false
  const once: Event = () => {
    if (happened) return
    happened = true
    event()
  }
  const overTls = phase === 'the handshake'
  const far = overTls ? await startFarSide(sharedKey.server) : undefined
  const played = await context.script(success)
  // A name, so that it is looked up.
  const baseUrl = far?.url ?? played.url.replace('127.0.0.1', 'localhost')
  const options = connectingBy(context, phases[phase]?.(once) ?? {})
  const client = context.clientOf({ baseUrl, ...options, ...limits })
  const error = await context.failure(client)
  check(happened, `${phase}: nothing happened`)
  await pause(200)
  const seen = await (far ? far.seen() : countOf(played.seen))
  await far?.stop()
  equal([error.outcome, error.code, seen], ['not_sent', 'ERR_TIMEOUT', 0], phase)
  return seen
}

async function standingStill(context: Context): Promise<string> {
  const stop: Event = () => standStill(500)
  for (const limits of [{ totalTimeout: 300 }, { timeout: 300, maxRetries: 0 }])
    for (const phase of Object.keys(phases)) await during(context, phase, stop, limits)
  return `${Object.keys(phases).length} phases: nothing arrives, not_sent`
}

async function suspended(context: Context): Promise<string> {
  for (const phase of Object.keys(phases)) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const jump: Event = () => {
      vi.setSystemTime(Date.now() + 3_600_000)
    }
    await during(context, phase, jump, {}).finally(() => vi.useRealTimers())
  }
  return `${Object.keys(phases).length} phases: nothing arrives, not_sent`
}

/** Answers that take several turns of the loop to read: decoding runs in threads, and a socket holds only so much. */
const slowToRead: Readonly<Record<string, Step>> = {
  gzip: {
    body: gzipSync('{"id":"1"}').toString('base64'),
    base64: true,
    headers: { 'Content-Encoding': 'gzip' },
  },
  '600 kB': { body: JSON.stringify({ id: '1', filler: 'x'.repeat(600_000) }) },
}

async function answered(context: Context): Promise<string> {
  for (const [what, step] of Object.entries(slowToRead)) {
    const { url, seen } = await context.script({ delay: 50, ...step })
    const client = context.clientOf({ baseUrl: url, timeout: 400 })
    const call = client.createStablecoinConversion(conversion)
    await vi.waitFor(async () => {
      equal(await countOf(seen), 1, what)
    })
    standStill(800)
    const answer = await call.then(
      ({ id }) => id,
      (error: unknown) => String(error),
    )
    equal(answer, '1', what)
  }
  return `${Object.keys(slowToRead).join(' and ')}: read`
}

async function fakeTimers(context: Context): Promise<string> {
  const slow = { ...success, delay: 300 }
  const limited = { status: 429, headers: { 'Retry-After': '1' } }
  const cases = [
    { what: 'an answer', steps: [slow], settles: /^success$/ },
    { what: 'silence', steps: [{ fault: 'silence' as const }], settles: /^ERR_TIMEOUT unknown$/ },
    // Node's own fetch waits for a timer that nobody advances: the call ends by its limit.
    { what: 'a wait', steps: [limited, success], settles: /^success$|^ERR_TIMEOUT not_sent$/ },
  ]
  for (const { what, steps, settles } of cases) {
    const { url } = await context.script(...steps)
    // With connections of its own: undici forgets those whose next step waits for a timer that was fake.
    const client = context.clientOf({ baseUrl: url, timeout: 1_000, ...connectingBy(context, {}) })
    const call = client.createStablecoinConversion(conversion).then(
      () => 'success',
      (error: unknown) => `${(error as ClientError).code} ${(error as ClientError).outcome}`,
    )
    await pause(150)
    vi.useFakeTimers()
    const hung = pause(5_000).then(() => 'it hangs')
    const end = await Promise.race([call, hung]).finally(() => vi.useRealTimers())
    check(settles.test(end), `${what}: ${end}`)
  }
  return 'an answer, a timeout and a wait come to their end'
}

export const rows: readonly Row[] = [
  {
    number: 40,
    fault: 'a process that is frozen while it resolves, connects or does the TLS handshake',
    demand: 'nothing leaves once the time is over; not_sent',
    run: standingStill,
  },
  {
    number: 41,
    fault: 'a wall clock that jumps ahead during that, as after a suspended machine',
    demand: 'nothing leaves; not_sent',
    run: suspended,
  },
  {
    number: 42,
    fault: 'fake timers, installed in the middle of a call',
    demand: 'the call ends',
    // Undici keeps a timer for all its connections: made while timers are fake, it never fires again.
    alone: true,
    run: fakeTimers,
  },
  {
    number: 44,
    fault: 'a response that came while the process was frozen, compressed or long',
    demand: 'it is read',
    run: answered,
  },
]
