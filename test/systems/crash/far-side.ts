import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { makeCertificates } from '../../support/certificates.js'
import { listen } from '../../support/listen.js'
import type { Ports } from './phases.js'
import type { Service } from './service.js'

/** The mock, plain and behind TLS. */
export interface FarSide {
  readonly service: Service
  readonly ports: Ports
  /** The file of the authority that its certificate is of. */
  readonly authority: string
  readonly stop: () => void
}

export async function startFarSide(folder: string, service: Service): Promise<FarSide> {
  const { good, authority } = await makeCertificates(folder)
  const plain = Number(new URL(service.connection.baseUrl).port)
  const server = createServer({ cert: good.cert, key: good.key }, (client) => {
    const upstream = connect(plain, '127.0.0.1').on('error', () => undefined)
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  const { port: secured, stop } = await listen(server)
  return { service, ports: { plain, secured }, authority, stop }
}
