import { readFileSync } from 'node:fs'
import { Agent, type buildConnector, fetch as fetchOfUndici } from 'undici'
import type { ClientOptions } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { type DoorName, doorsWith } from './doors.js'
import { startFarSide } from './process.js'
import { makeCertificates } from '../support/certificates.js'
import { inFolder } from '../support/runs.js'
import type { Context } from './script.js'

/** The fault server with its doors behind TLS, and the authority that its certificates are of. */
export async function startSecured() {
  return inFolder('faults', async (folder) => {
    const certificates = await makeCertificates(folder)
    const ca = readFileSync(certificates.authority, 'utf8')
    return { ...(await startFarSide(doorsWith(certificates))), ca }
  })
}

interface Options {
  readonly allowH2?: boolean
  readonly connect?: buildConnector.BuildOptions
}

/** Sends over fetch, or over undici, with connections of its own, which are made with these options. */
export function connecting({ transport }: Context, options: Options): Partial<ClientOptions> {
  if (transport !== undefined) return { transport: undiciTransport(options) }
  const dispatcher = new Agent(options)
  // Node's own fetch before version 26 speaks no HTTP/2 through a dispatcher of another version.
  const send = options.allowH2 ? (fetchOfUndici as unknown as typeof fetch) : fetch
  return { fetch: (url, init) => send(url, { ...init, dispatcher } as RequestInit) }
}

/** Makes a call over connections of its own to a door of the fault server. */
export function through(context: Context, door: DoorName, options: Options = {}) {
  const { ports = {}, ca = '' } = context.secured ?? {}
  const at = ({ path }: { readonly path: string }): string =>
    `https://127.0.0.1:${ports[door] ?? 0}${path}`
  const connect = { ca, ...options.connect }
  return { at, ...connecting(context, { ...options, connect }) }
}
