import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { scopes as ownScopes } from '../../generated/index.js'
import type { Provider } from '../../src/document/provider.js'
import { clientCredentials, type ClientOptions } from '../../src/index.js'
import { startMock } from '../../src/mock/server.js'
import { mockClient } from '../../src/mock/token-server.js'
import { fakeIssuer, type NextAnswer } from '../../src/testing.js'
import type { FakeIssuerOptions } from '../../src/testing/fake-issuer.js'
import { noStop } from '../support/stop.js'

/** A request that is sent without any client. */
interface Raw {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** One of the three that answer in the place of the service: the fake, the mock, Prism alone. */
export interface Door {
  readonly title: string
  /** What a client of it is made with, whose token covers these scopes. */
  readonly options: (
    scopes?: readonly string[],
  ) => Pick<ClientOptions, 'baseUrl' | 'auth'> & Partial<ClientOptions>
  readonly send: (raw: Raw) => Promise<RawAnswer>
  /** Says how the next request of an operation is answered; Prism cannot. */
  readonly next?: (operation: OperationId, ...answers: NextAnswer[]) => Promise<void>
  /** Resolves when it answers again. */
  readonly ready: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type OperationId = Parameters<ReturnType<typeof fakeIssuer>['next']>[0]

/** Those that take faults and remember what was put. */
export const fakeAndMock: readonly ((reads?: Partial<Reads>) => Promise<Door>)[] = [
  openFake,
  openMock,
]
export const doors = [...fakeAndMock, openPrism].map((open) => () => open())

/** How the same look-up, or the same document, is given to the fake and to the mock. */
interface Reads {
  readonly read: NonNullable<FakeIssuerOptions['read']>
  readonly provider: Provider
  readonly document: object
}

function openFake({ read, provider }: Partial<Reads> = {}): Promise<Door> {
  // By its type, a door has our own operations.
  const issuer = fakeIssuer({ read, provider: provider as undefined })
  const { baseUrl, transport } = issuer.options
  const credentials = { tokenUrl: issuer.tokenUrl, clientId: 'a', clientSecret: 'b' }
  return Promise.resolve({
    title: 'the fake',
    options: (scopes) =>
      scopes === undefined
        ? issuer.options
        : { baseUrl, transport, auth: clientCredentials({ ...credentials, scopes }) },
    send: async ({ method, path, headers = {}, body }) => {
      const url = baseUrl + path
      const answer = await transport({ url, method, headers, body, stop: noStop() })
      const { bytes } = await answer.read(1_000_000)
      const { status, headers: answered } = answer
      return { status, headers: answered, text: new TextDecoder().decode(bytes) }
    },
    next: (...order) => {
      issuer.next(...order)
      return Promise.resolve()
    },
    ready: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  })
}

async function openMock({ provider, document }: Partial<Reads> = {}): Promise<Door> {
  const allScopes = provider?.scopes ?? ownScopes
  const { url, tokenUrl, stop } = await startMock({ provider, document })
  const { id: clientId, secret: clientSecret } = mockClient
  return {
    title: 'the mock',
    options: (scopes = allScopes) => ({
      baseUrl: url,
      auth: clientCredentials({ tokenUrl, clientId, clientSecret, scopes }),
    }),
    send: (raw) => sendTo(url, raw),
    next: async (operation, ...answers) => {
      const body = JSON.stringify({ operation, answers })
      const { status } = await fetch(`${url}/mock/next`, { method: 'PUT', body })
      if (status !== 204) throw new Error(`${url}/mock/next answered ${status}`)
    },
    ready: async () => {
      for (let tries = 0; tries < 200; tries++) {
        const answer = await fetch(`${url}/healthz`).catch(() => undefined)
        if (answer?.ok === true) return
        await sleep(50)
      }
      throw new Error('the mock did not come back')
    },
    stop,
  }
}

function openPrism(): Promise<Door> {
  const baseUrl = inject('prismUrl')
  return Promise.resolve({
    title: 'Prism alone',
    options: () => ({ baseUrl, auth: 'any' }),
    send: async (raw) => {
      const answer = await sendTo(baseUrl, raw)
      // The document leaves open what a refusal holds, and Prism puts its own reasons there.
      const isOwn = answer.headers.get('content-type')?.startsWith('application/problem+json')
      return isOwn === true ? { ...answer, text: '' } : answer
    },
    ready: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  })
}

async function sendTo(url: string, { method, path, headers = {}, body }: Raw): Promise<RawAnswer> {
  const init = { method, headers, ...(body !== undefined && { body }) }
  const answer = await fetch(url + path, init)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** A token of a door, as it stands in a request. */
export async function bearerOf(door: Door): Promise<string> {
  const { auth, transport } = door.options()
  const token = typeof auth === 'object' ? (await auth.getToken({ transport })).value : 'any'
  return `Bearer ${token}`
}
