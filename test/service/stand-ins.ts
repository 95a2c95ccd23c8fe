import { setTimeout as sleep } from 'node:timers/promises'
import { scopes as ownScopes } from '../../generated/index.js'
import type { ProviderFolder } from '../../scripts/lib/read-provider.js'
import { type MockOptions, startMock } from '../../scripts/mock/server.js'
import { mockClient } from '../../scripts/mock/token-server.js'
import { clientCredentials, type ClientOptions } from '../../src/index.js'
import { fakeIssuer, type NextAnswer } from '../../src/testing.js'
import { fetchTransport } from '../../src/transport/fetch-transport.js'
import { noStop } from '../support/stop.js'

export type OperationId = Parameters<ReturnType<typeof fakeIssuer>['next']>[0]

/** What answers in the place of the service, takes faults, and remembers what was made. */
export interface StandIn {
  readonly title: string
  /** What a client of it is made with, whose token covers these scopes. */
  readonly options: (
    scopes?: readonly string[],
  ) => Pick<ClientOptions, 'baseUrl' | 'auth'> & Partial<ClientOptions>
  /** Sends what no client has checked: JSON, or bytes, with a token where its headers say nothing else. */
  readonly send: Send
  /** Says how the next requests of an operation are answered. */
  readonly next: (operation: OperationId, ...answers: NextAnswer[]) => Promise<void>
  /** Changes fields of what was made, or of the part that an operation reads of it. */
  readonly update: (name: string, fields: Json, of?: string) => Promise<void>
  /** Resolves when it answers again. */
  readonly ready: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Json = Readonly<Record<string, unknown>>
type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{
  readonly status: number
  readonly headers: Headers
  readonly type: string | null
  readonly data: Json
}>

export const openFakeAndMock = async (folder: Partial<ProviderFolder> = {}): Promise<StandIn[]> => [
  openFake(folder),
  await openMock(folder),
]

const resolved = (): Promise<void> => Promise.resolve()

function openFake({ provider }: Partial<ProviderFolder>): StandIn {
  // By its type, a stand-in has our own operations.
  const issuer = fakeIssuer({ provider: provider as undefined })
  const { baseUrl, transport } = issuer.options
  const credentials = { tokenUrl: issuer.tokenUrl, clientId: 'a', clientSecret: 'b' }
  return {
    title: 'the fake',
    options: (scopes) =>
      scopes === undefined
        ? issuer.options
        : { baseUrl, transport, auth: clientCredentials({ ...credentials, scopes }) },
    send: sender(issuer.options),
    next: (...order) => {
      issuer.next(...order)
      return resolved()
    },
    update: async (...order) => {
      await resolved()
      issuer.update(...order)
    },
    ready: resolved,
    stop: resolved,
  }
}

export async function openMock(of: MockOptions = {}): Promise<StandIn> {
  const allScopes = of.provider?.scopes ?? ownScopes
  const { url, tokenUrl, stop } = await startMock(of)
  const { id: clientId, secret: clientSecret } = mockClient
  const options = (scopes = allScopes) => ({
    baseUrl: url,
    auth: clientCredentials({ tokenUrl, clientId, clientSecret, scopes }),
  })
  const control = async (what: string, order: object): Promise<void> => {
    const answer = await fetch(`${url}/mock/${what}`, {
      method: 'PUT',
      body: JSON.stringify(order),
    })
    if (answer.status !== 204) throw new Error(await answer.text())
  }
  return {
    title: 'the mock',
    options,
    send: sender(options()),
    next: (operation, ...answers) => control('next', { operation, answers }),
    update: (name, fields, id) => {
      const isPart = Object.hasOwn(of.provider?.operations ?? {}, name)
      return control('update', isPart ? { operation: name, id, fields } : { id: name, fields })
    },
    ready: async () => {
      const isUp = () => fetch(`${url}/healthz`).then(Boolean, () => false)
      while (!(await isUp())) await sleep(50)
    },
    stop,
  }
}

function sender(options: ReturnType<StandIn['options']>): Send {
  const { baseUrl, transport = fetchTransport() } = options
  let bearer: Promise<string> | undefined
  return async (method, path, body, more = {}) => {
    const authorization = await (bearer ??= bearerOf(options))
    const headers = { 'content-type': 'application/json', authorization, ...more }
    const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)
    const request = { url: baseUrl + path, method, headers, body: text, stop: noStop() }
    const answer = await transport(request)
    const { bytes } = await answer.read(1_000_000)
    const type = answer.headers.get('content-type')
    const isJson = bytes.length > 0 && type?.includes('json') === true
    const data = (isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined) as Json
    return { ...answer, type, data }
  }
}

/** A token of a stand-in, as it stands in a request. */
export async function bearerOf(options: Pick<ClientOptions, 'auth' | 'transport'>) {
  const { auth, transport } = options
  const token = typeof auth === 'object' ? (await auth.getToken({ transport })).value : 'any'
  return `Bearer ${token}`
}
