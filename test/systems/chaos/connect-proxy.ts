import type { Socket } from 'node:net'
import { listen } from '../../support/listen.js'
import { freePort } from '../../support/processes.js'
import { type Cut, relay } from '../../support/relay.js'
import { type Backend, startBackend } from './backend.js'
import type { Family } from './family.js'
import type { Situation } from './plan.js'

interface Tunnel {
  readonly client: Socket
  readonly backend: Backend
}
type Phase = (tunnel: Tunnel) => void

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n'
const refuse =
  (status: string): Phase =>
  ({ client }) =>
    client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)

/** Opens the tunnel, and lets the relay break it. */
const tunnel =
  (cut: Cut & { readonly whenDone?: true }): Phase =>
  ({ client, backend }) => {
    client.write(established)
    const { upstream, end } = relay(client, backend.port, cut)
    const onDone = (remotePort: number | undefined): void => {
      // In the next turn of the loop the answer would pass: cut the connection now.
      if (cut.whenDone && remotePort === upstream.localPort) end()
    }
    backend.onDone.add(onDone)
    upstream.on('close', () => backend.onDone.delete(onDone))
  }

/**
 * What a proxy does with a CONNECT, by the phase in which it fails. Where undici 7 tries again until the time is up,
 * calls are few.
 */
const phases: Readonly<Record<string, readonly [weight: number, Phase]>> = {
  'closes-on-connect': [2, ({ client }) => client.end()],
  'resets-on-connect': [2, ({ client }) => client.resetAndDestroy()],
  'asks-for-a-password': [10, refuse('407 Proxy Authentication Required')],
  forbids: [10, refuse('403 Forbidden')],
  'finds-no-way': [10, refuse('502 Bad Gateway')],
  'is-busy': [10, refuse('503 Service Unavailable')],
  'says-what-is-no-http': [3, ({ client }) => client.end('what?\r\n\r\n')],
  'closes-after-its-200': [10, ({ client }) => client.end(established)],
  'resets-after-its-200': [
    10,
    ({ client }) => client.write(established, () => client.resetAndDestroy()),
  ],
  'garbage-after-its-200': [10, ({ client }) => client.end(`${established}what?\r\n\r\n`)],
  'breaks-within-the-handshake': [3, tunnel({ afterBytes: 100 })],
  'resets-within-the-handshake': [3, tunnel({ afterBytes: 100, reset: true })],
  'breaks-after-the-request': [30, tunnel({ whenDone: true })],
  'resets-after-the-request': [30, tunnel({ whenDone: true, reset: true })],
  works: [10, tunnel({})],
  'never-answers': [1, () => undefined],
}

/** A CONNECT proxy of our own, one for each phase in which it fails. */
export const connectProxy: Family = {
  name: 'a CONNECT proxy',
  start: async ({ ledger, certificates, keep }) => {
    const backend = keep(await startBackend(ledger, certificates.good))
    const url = `${backend.url}/no%20fault`
    const situations: Situation[] = []
    for (const [name, [weight, phase]] of Object.entries(phases)) {
      const proxy = await listen((client) => client.once('data', () => phase({ client, backend })))
      situations.push({ name, weight, url, proxy: keep(proxy).url })
    }
    const nobody = `http://127.0.0.1:${await freePort()}`
    return [...situations, { name: 'refuses', weight: 10, url, proxy: nobody }]
  },
}
