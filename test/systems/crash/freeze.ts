import dns, { Resolver } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Agent } from 'undici'
import type { ClientOptions, FetchLike } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'
import type { FreezePlan, HeldCall } from './plan.js'
import { convert, order, print, type Tenant } from './program.js'

/** Makes calls, each with a client and connections of its own, and prints how each ended. */
export async function freeze(plan: FreezePlan, tenants: readonly Tenant[]): Promise<void> {
  askForNames(plan.names)
  const [{ name, makeClient }] = tenants as [Tenant]
  const call = async (held: HeldCall): Promise<void> => {
    const { phase, refId, baseUrl = plan.baseUrl, tokenUrl = plan.tokenUrl, recorded } = held
    let begun = (): void => undefined
    const first = new Promise<void>((resolve) => (begun = resolve))
    // The journal wrote its row before.
    const beforeSend: ClientOptions['beforeSend'] = async (sending) => {
      if (recorded !== undefined) await once(connect(recorded, '127.0.0.1'), 'data')
      if (sending.refId === undefined) begun()
      else print(`recorded ${phase}`)
    }
    const client = makeClient({ baseUrl, tokenUrl, beforeSend, ...means(plan, held) })
    if (held.queued) {
      const asked = { market: 'PAXGUSD', side: 'BUY', base_amount: '1' } as const
      client.createIssuerQuote({ profile_id: name, ...asked }).catch(() => undefined)
      await first
    }
    print(`ended ${phase} ${await convert(client, { ...order(name, 0), ref_id: refId })}`)
  }
  await Promise.all(plan.calls.map(call))
}

/** What sends: a single connection where a call is to wait for it. */
function means({ transport }: FreezePlan, { queued }: HeldCall): Partial<ClientOptions> {
  const options = queued ? { connections: 1 } : {}
  if (transport === 'undici') return { transport: undiciTransport(options) }
  if (transport === 'undici with HTTP/2')
    return { transport: undiciTransport({ ...options, allowH2: true }) }
  const more: object = queued ? { dispatcher: new Agent(options) } : {}
  const fetch: FetchLike = (url, init) =>
    transport === 'fetch'
      ? globalThis.fetch(url, Object.assign(init, more))
      : globalThis.fetch(new Request(url, init), more)
  return { fetch }
}

/** Asks a server for names below `held.localhost`, which answers when it is told to. */
function askForNames(port: number): void {
  const resolver = new Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  const { lookup } = dns
  const held: typeof lookup = ((name: string, options: dns.LookupOptions, done: Done) => {
    if (!name.startsWith('held.')) lookup(name, options, done)
    else
      resolver.resolve4(name, (error: Error | null, addresses?: readonly string[]) => {
        const all = addresses?.map((address) => ({ address, family: 4 }))
        if (options.all) done(error, all)
        else done(error, all?.[0]?.address, 4)
      })
  }) as typeof lookup
  dns.lookup = held
}

type Done = (error: Error | null, found?: unknown, family?: number) => void
