import { vi } from 'vitest'
import type { provider } from '../../generated/index.js'
import {
  type ClientEvent,
  type ClientOptions,
  createClient,
  createFetch,
  type Provider,
  type Transport,
  type TransportBody,
  type TransportRequest,
} from '../../src/index.js'

/** Our own document. */
type Own = typeof provider

/** What becomes of one request: an answer, or what the transport throws. */
export type Step = (request: TransportRequest) => ReturnType<Transport>

/** An answer that is there at once. */
export const answer =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Step =>
  () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return reading(status, { bytes: new TextEncoder().encode(text) }, headers)
  }

/** An answer whose body comes as it is given. */
export const reading = (
  status: number,
  body: TransportBody,
  headers: Record<string, string> = {},
): ReturnType<Transport> =>
  Promise.resolve({ status, headers: new Headers(headers), read: () => body })

/** A failure of the connection. */
export const broken =
  (facts: object): Step =>
  () =>
    Promise.reject(Object.assign(new Error('broken'), facts))

/** No answer, ever. */
export const silence: Step = () => new Promise(() => undefined)

/** A client and a fetch whose requests meet one step after the other; the last one is met again and again. */
export function scripted<Given extends Provider = Own>(
  steps: readonly Step[],
  options: Partial<ClientOptions<Given>> = {},
) {
  const sent: TransportRequest[] = []
  const events: ClientEvent[] = []
  const transport: Transport = (request) => {
    const step = steps[Math.min(sent.push(request), steps.length) - 1]
    if (step === undefined) throw new Error('nothing should have been sent')
    return step(request)
  }
  const all = {
    baseUrl: 'https://api.example.com',
    auth: 'tok-1234567',
    transport,
    onEvent: (event: ClientEvent) => void events.push(event),
    ...options,
  } as ClientOptions<Given>
  const client = createClient<Given>(all)
  return { client, fetch: createFetch(all), options: all, sent, events }
}

/** What a call ends with, once the fake clock has gone as far as it waits. */
export async function ended(call: Promise<unknown>): Promise<unknown> {
  const end = call.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return end
}
