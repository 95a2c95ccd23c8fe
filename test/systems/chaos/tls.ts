import type { Certificate } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import { startBackend } from './backend.js'
import type { Family } from './family.js'
import type { Situation } from './plan.js'
import { type Cut, relay } from './relay.js'

/** What a middlebox writes in the place of the answer. */
const inject = 'HTTP/1.1 408 Request Time-out\r\nConnection: close\r\n\r\n'
const versions = ['TLSv1.2', 'TLSv1.3'] as const

/** When a connection is cut: after so many bytes from the backend, or once the request was carried out. */
const cuts: Readonly<Record<string, readonly [weight: number, Cut]>> = {
  'closed-before-the-handshake': [6, { afterBytes: 0 }],
  'closed-within-the-handshake': [6, { afterBytes: 60 }],
  'reset-within-the-handshake': [6, { afterBytes: 60, reset: true }],
  'plaintext-within-the-handshake': [6, { afterBytes: 0, inject }],
  'closed-when-done': [10, { whenDone: true }],
  'reset-when-done': [10, { whenDone: true, reset: true }],
  'plaintext-when-done': [25, { whenDone: true, inject }],
  'plaintext-when-done-and-open': [12, { whenDone: true, inject, keepOpen: true }],
}

/** TLS that fails: certificates, versions, and what breaks or writes into the stream. */
export const tls: Family = {
  name: 'TLS that fails',
  speaks: { http1: true, http2: true },
  start: async ({ ledger, certificates, keep }) => {
    const serve = async (certificate: Certificate, options = {}) =>
      keep(await startBackend(ledger, { certificate, options }))
    const situations: Situation[] = []
    const add = (name: string, weight: number, port: number): void => {
      situations.push({ name, weight, url: `https://127.0.0.1:${port}/ok` })
    }
    add('expired', 6, (await serve(certificates.expired)).port)
    add('wrong-host', 6, (await serve(certificates.wrongHost)).port)
    add('unknown-authority', 6, (await serve(certificates.unknown)).port)
    for (const version of versions) {
      const only = { minVersion: version, maxVersion: version }
      const asks = { ...only, requestCert: true, rejectUnauthorized: true }
      const demanding = await serve(certificates.good, { ...asks, ca: certificates.good.cert })
      add(`client-certificate-${version}`, 8, demanding.port)
      const backend = await serve(certificates.good, only)
      for (const [name, [weight, cut]] of Object.entries(cuts)) {
        const cutting = await listen((client) => relay(client, backend, cut))
        add(`${name}-${version}`, weight, keep(cutting).port)
      }
    }
    const old = await serve(certificates.good, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' })
    add('a-version-too-old', 4, old.port)
    return situations
  },
}
