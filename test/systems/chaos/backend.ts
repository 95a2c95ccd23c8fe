import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from '../../support/certificates.js'
import { listen, type Listening } from '../../support/listen.js'
import { behaviours } from './behaviours.js'
import type { Entry, Ledger } from './ledger.js'
import type { Kind } from './plan.js'

/** What carries requests out, and keeps the truth. */
export interface Backend extends Listening {
  /** Told of a connection's port when a request of it was carried out that is not spared. */
  readonly onDone: Set<(remotePort: number | undefined) => void>
}

interface Body {
  readonly ref_id?: string
  readonly nickname?: string
  readonly profile_id?: string
}

/** The key of a call, from wherever its body has room for one. */
function readCall(text: string): { key: string; body: string } {
  const { ref_id, nickname, profile_id = '' } = JSON.parse(text) as Body
  const kind: Kind = ref_id ? 'conversion' : nickname ? 'address' : 'quote'
  const key = ref_id ?? nickname ?? profile_id
  const answers: Record<Kind, object> = {
    conversion: { id: 'c', ref_id: key },
    quote: { quote_id: key },
    address: { address: { id: 'a', nickname: key } },
  }
  return { key, body: JSON.stringify(answers[kind]) }
}

/** One call in four is spared: it succeeds, between others that fail. */
const isSpared = (key: string): boolean => Number(/\d+$/.exec(key)?.[0]) % 4 === 3

/** Names a request of the client, and every copy of it that a gateway makes. */
export const gatewayHeader = 'x-request-id'

/** Notes a request of the client. @returns whether it is another copy of one that was noted before */
function arrive(entry: Entry, id: string | string[] | undefined): boolean {
  if (typeof id !== 'string') return false
  const isCopy = entry.requests.has(id)
  entry.requests.add(id)
  if (isCopy) entry.copies++
  return isCopy
}

/** A backend over HTTP/1.1, or with a certificate over TLS, where HTTP/2 is spoken too if it is wanted. */
export async function startBackend(
  ledger: Ledger,
  tls?: { readonly certificate: Certificate; readonly options?: object },
): Promise<Backend> {
  const onDone: Backend['onDone'] = new Set()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, path = ''] = request.url?.split('/') ?? []
    const { remotePort } = request.socket
    const { key, body } = readCall((await buffer(request)).toString())
    const entry = ledger.of(key)
    entry.seen++
    const isCopy = arrive(entry, request.headers[gatewayHeader])
    const carryOut = (): void => {
      // What is carried out again for a copy is the doing of what stands between.
      if (!isCopy || entry.done === 0) entry.done++
      if (!isSpared(key)) for (const tell of onDone) tell(remotePort)
    }
    const behave = isSpared(key) ? behaviours['ok'] : behaviours[path]
    if (behave === undefined) throw new Error(`no behaviour ${path}`)
    await behave({ request, response, entry, body, carryOut })
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    serve(request, response).catch((error: unknown) => {
      // A request whose body broke off does not count as arrived.
      if ((error as { code?: unknown }).code !== 'ECONNRESET') console.error('backend:', error)
      request.socket.destroy()
    })
  }
  const server =
    tls === undefined
      ? createServer({ keepAliveTimeout: 60_000 }, answer)
      : createSecureServer(
          { ...tls.certificate, allowHTTP1: true, ...tls.options },
          // The parts that are used here are the same in both.
          answer as unknown as (request: Http2ServerRequest) => void,
        )
  return { ...(await listen(server)), onDone }
}
