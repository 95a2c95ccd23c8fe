/** The client program: makes the calls of a plan with the installed package, and tells how each one ended. */
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Undici from 'undici'
import { type Call, ClientError, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import type { UndiciTransport } from 'stablecoin-issuer-api/undici'
import { unreferenced } from '../../support/examples.js'
import type { End, Kind, Plan, Situation, Told } from './plan.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const needsUndici =
  plan.over === 'undici' || plan.http2 || plan.situations.some(({ proxy }) => proxy !== undefined)
const undici = needsUndici ? await import('undici') : undefined
const opened: (Undici.Dispatcher | UndiciTransport)[] = []

function dispatcherFor({ proxy }: Situation): Undici.Dispatcher | undefined {
  if (undici === undefined) return undefined
  const options = { allowH2: plan.http2, connect: {} }
  return proxy === undefined
    ? new undici.Agent(options)
    : new undici.ProxyAgent({ uri: proxy, allowH2: plan.http2 })
}

async function sender(situation: Situation): Promise<Partial<ClientOptions>> {
  if (plan.over === 'fetch') {
    if (undici === undefined) return {}
    const dispatcher = dispatcherFor(situation)
    if (dispatcher !== undefined) opened.push(dispatcher)
    const through = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
      fetch(input, { ...init, dispatcher } as RequestInit)
    return { fetch: through }
  }
  const { undiciTransport } = await import('stablecoin-issuer-api/undici')
  const dispatcher = situation.proxy === undefined ? undefined : dispatcherFor(situation)
  const transport = undiciTransport(
    dispatcher === undefined ? { allowH2: plan.http2 } : { dispatcher },
  )
  opened.push(...(dispatcher === undefined ? [transport] : [dispatcher]))
  return { transport }
}

async function play(situation: Situation): Promise<void> {
  const { name, url, conversions = 0, pause = 0 } = situation
  const { conversionsOnly = false, lastCopy = false } = situation
  const client = createClient({
    baseUrl: url,
    auth: 'the-token-of-this-run',
    timeout: 1_000,
    ...(await sender(situation)),
  })
  const calls: Record<Kind, (key: string) => Call<object>> = {
    conversion: (ref_id) => client.createStablecoinConversion({ ...unreferenced, ref_id }),
    quote: (profile_id) =>
      client.createIssuerQuote({ profile_id, market: 'PAXGUSD', side: 'BUY', base_amount: '1' }),
    address: (nickname) =>
      client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0x0', nickname }),
  }
  const kinds: Kind[] = []
  for (let made = 1; made <= conversions; made++) {
    kinds.push('conversion')
    if (made % 20 === 0 && !conversionsOnly) kinds.push('quote', 'address')
  }
  const work = async (): Promise<void> => {
    for (let kind = kinds.pop(); kind !== undefined; kind = kinds.pop()) {
      const key = `${name}.${plan.first + kinds.length}`
      const told = await calls[kind](key)
        .withResponse()
        .then(
          ({ data, attempts }) =>
            ends(JSON.stringify(data).includes(`"${key}"`) ? 'ok' : 'crossed', attempts),
          failure,
        )
      const line: Told = { key, situation: name, kind, lastCopy, ...told }
      process.stdout.write(`${JSON.stringify(line)}\n`)
      // Half of it to one and a half times: so that calls meet the end of an idle connection.
      if (pause > 0) await sleep(pause * (0.5 + Math.random()))
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

const ends = (end: End, attempts = 0, what = ''): Pick<Told, 'end' | 'attempts' | 'what'> => ({
  end,
  attempts,
  what,
})

function failure(error: unknown): Pick<Told, 'end' | 'attempts' | 'what'> {
  if (!(error instanceof ClientError))
    return ends('raw', 0, error instanceof Error ? String(error.stack) : String(error))
  // What stands after the operation and the outcome is the same for all.
  return ends(error.outcome, error.attempts, `${error.name}: ${error.message}`)
}

process.on('unhandledRejection', (error) => {
  const line: Told = {
    key: 'nobody',
    situation: 'an unhandled rejection',
    kind: 'conversion',
    ...failure(error),
    end: 'raw',
  }
  process.stdout.write(`${JSON.stringify(line)}\n`)
})

// Not all at once: servers that have just started are slow, and would run into timeouts.
await Promise.all(
  plan.situations.map(async (situation, index) => {
    await sleep(20 * index)
    await play(situation)
  }),
)
process.stdout.write('end\n', () => process.exit(0))
