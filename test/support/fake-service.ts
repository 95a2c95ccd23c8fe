import { expect } from 'vitest'
import { type ClientError } from '../../src/index.js'
import { madeParcel, madePostage } from './parcels/calls.js'
import { type ClientOptions, createFetch } from './parcels/client.js'

export const baseUrl = 'https://api.example.com/gateway'
export const order = { depot_id: 'p', zone: 'INLAND', pace: 'SLOW', gross_weight: '2.5' }
export const postageUrl = `${baseUrl}/v1/postage`
export const post = { method: 'POST', body: JSON.stringify(order) }
export const token = 'token-8a6b3e5d71'

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** A service that gives its answers in turn, the last one for ever, and keeps what it was sent. */
export function serviceOf(...answers: (() => Response | Promise<Response>)[]) {
  const sent: Sent[] = []
  const answer = (input: unknown, { method = '', headers, body }: RequestInit = {}) => {
    sent.push({
      method,
      url: String(input),
      headers: new Headers(headers),
      body: [body as string].join(),
    })
    return Promise.resolve(
      answers[Math.min(sent.length, answers.length) - 1]?.() ?? Response.json(made),
    )
  }
  return { sent, fetch: answer as typeof globalThis.fetch }
}

/** A success of either POST. */
export const made = { ...madePostage, ...madeParcel }
export const answering = (status: number, body: BodyInit | null, headers: HeadersInit = {}) =>
  serviceOf(() => new Response(body, { status, headers }))

export function fetchOf(
  service: ReturnType<typeof serviceOf>,
  options: Partial<ClientOptions> = {},
) {
  return createFetch({ baseUrl, auth: token, fetch: service.fetch, ...options })
}

/** The error that a fetch has to end with. */
export async function failureOf<Kind extends ClientError>(
  call: Promise<Response>,
  kind: abstract new (...parts: never[]) => Kind,
): Promise<Kind> {
  const ended: unknown = await call.catch((error: unknown) => error)
  expect(ended).toBeInstanceOf(kind)
  return ended as Kind
}
