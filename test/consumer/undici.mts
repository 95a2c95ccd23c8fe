/** The same over undici's pool, with the options of the pool. Compiled against the installed package, never run. */
import { createClient } from 'stablecoin-issuer-api'
import { type UndiciTransport, undiciTransport } from 'stablecoin-issuer-api/undici'
import { ProxyAgent } from 'undici'

export async function use(): Promise<void> {
  const transport: UndiciTransport = undiciTransport({ connections: 8, keepAliveTimeout: 10_000 })
  createClient({ baseUrl: 'https://api.example.com', auth: 'token', transport })
  undiciTransport({ dispatcher: new ProxyAgent('https://proxy.example.com') })
  // @ts-expect-error an option that a pool does not have
  undiciTransport({ connection: 8 })
  await transport.close()
}
