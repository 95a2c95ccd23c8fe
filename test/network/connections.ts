// How a client reaches the server: its ports behind TLS, what stands before a port, and connections of the client's own.

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { SecureServerOptions } from 'node:http2'
import { text } from 'node:stream/consumers'
import { Agent, type buildConnector, fetch as fetchOfUndici } from 'undici'
import type { ClientOptions, Transport } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import type { Certificates } from '../support/certificates.js'
import { listen, type Listening } from '../support/listen.js'
import { gatewayHeader } from './act.js'
import { type Cut, relay } from './relay.js'

/** A port of the server behind TLS. */
export interface TlsPort extends SecureServerOptions {
  readonly speaks?: 'HTTP/1.1' | 'HTTP/2'
  /** A break ends the stream of one request, and not its connection. */
  readonly breaksStreams?: true
}

const only = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
  ({ minVersion: version, maxVersion: version }) as const

export function tlsPorts({ good, expired, wrongHost, unknown }: Certificates) {
  const askingClients = { ...good, requestCert: true, rejectUnauthorized: true, ca: good.cert }
  return {
    'HTTP/1.1': { ...good, speaks: 'HTTP/1.1' },
    'HTTP/2': { ...good, speaks: 'HTTP/2' },
    streams: { ...good, speaks: 'HTTP/2', breaksStreams: true },
    expired,
    wrongHost,
    unknown,
    'TLSv1.1': { ...good, ...only('TLSv1.1') },
    'TLSv1.2': { ...good, ...only('TLSv1.2') },
    'TLSv1.3': { ...good, ...only('TLSv1.3') },
    'TLSv1.2 of clients': { ...askingClients, ...only('TLSv1.2') },
    'TLSv1.3 of clients': { ...askingClients, ...only('TLSv1.3') },
  } satisfies Record<string, TlsPort>
}

export type TlsPortName = keyof ReturnType<typeof tlsPorts>

/** What stands before a port: on the way there, a cut of the connection among others. */
export type Before = 'relay' | 'resets' | 'gateway' | Cut

export function placeBefore(target: number, before: Before = 'relay'): Promise<Listening> {
  if (typeof before === 'string') return places[before](target)
  return listen((client) => void relay(client, target, before))
}

const places: Readonly<Record<Extract<Before, string>, (target: number) => Promise<Listening>>> = {
  relay: (target) =>
    listen((client) => {
      const { upstream } = relay(client, target, { keepOpen: true })
      // A reset takes away what was not read yet.
      upstream.on('error', () => setTimeout(() => client.resetAndDestroy(), 250))
      upstream.on('close', (wasReset) => wasReset || client.end())
    }),
  resets: () =>
    listen((client) => {
      setTimeout(() => client.resetAndDestroy(), 250)
    }),
  gateway: startGateway,
}

/** A gateway that sends a request again where its connection ended. */
function startGateway(target: number): Promise<Listening> {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url = '' } = request
      const headers = { [gatewayHeader]: randomUUID() }
      const pass = (): Promise<Response> =>
        fetch(`http://127.0.0.1:${target}${url}`, { method, body: body || null, headers })
      const answer = await pass().catch(pass)
      const type = { 'Content-Type': 'application/json' }
      response.writeHead(answer.status, type).end(await answer.text())
    })
  })
  return listen(server)
}

/** What a row is run with, as far as it is read here. */
interface Sending {
  readonly transport?: Transport
  readonly secured?: { readonly ports: Readonly<Record<string, number>>; readonly ca: string }
}

interface Options {
  readonly allowH2?: boolean
  readonly connect?: buildConnector.BuildOptions
}

/** Sends over fetch, or over undici, with connections of its own, which are made with these options. */
export function connecting({ transport }: Sending, options: Options): Partial<ClientOptions> {
  if (transport !== undefined) return { transport: undiciTransport(options) }
  const dispatcher = new Agent(options)
  // Node's own fetch before version 26 speaks no HTTP/2 through a dispatcher of another version.
  const send = options.allowH2 ? (fetchOfUndici as unknown as typeof fetch) : fetch
  return { fetch: (url, init) => send(url, { ...init, dispatcher } as RequestInit) }
}

/** The same to a port behind TLS. */
export function through(context: Sending, port: TlsPortName, options: Options = {}) {
  const { ports = {}, ca = '' } = context.secured ?? {}
  const at = ({ path }: { readonly path: string }): string =>
    `https://127.0.0.1:${ports[port] ?? 0}${path}`
  const connect = { ca, ...options.connect }
  return { at, ...connecting(context, { ...options, connect }) }
}
