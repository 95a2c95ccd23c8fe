import type { SecureServerOptions } from 'node:http2'
import type { Certificates } from '../support/certificates.js'

/** A port of a far side behind TLS. */
export interface Door extends SecureServerOptions {
  readonly speaks?: 'HTTP/1.1' | 'HTTP/2'
  /** A break ends the stream of one request, and not its connection. */
  readonly breaksStreams?: true
}

const only = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
  ({ minVersion: version, maxVersion: version }) as const

export function doorsWith({ good, expired, wrongHost, unknown }: Certificates) {
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
  } satisfies Record<string, Door>
}

export type DoorName = keyof ReturnType<typeof doorsWith>
