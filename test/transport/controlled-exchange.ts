import type { Dispatcher } from 'undici'
import { vi } from 'vitest'
import type { TransportResponse } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import { noStop } from '../support/stop.js'

/** What undici controls an exchange by. */
export function control() {
  const controller = { abort: vi.fn() }
  return { ...controller, given: controller as unknown as Dispatcher.DispatchController }
}

/** A request over a dispatcher that only keeps its handler: the test calls it as undici does. */
export async function exchanging() {
  const state = { stopped: false }
  type Handler = Required<Dispatcher.DispatchHandler>
  let keep: (handler: Handler) => void = () => undefined
  const kept = new Promise<Handler>((resolve) => (keep = resolve))
  const dispatcher = { dispatch: (_: unknown, handler: Handler) => keep(handler) }
  let end: () => unknown = () => undefined
  const stop = noStop({ onStop: (callback) => (end = callback) })
  Object.defineProperty(stop, 'stopped', { get: () => state.stopped })
  const transport = undiciTransport({ dispatcher: dispatcher as unknown as Dispatcher })
  const request = { url: 'https://api.example.com/', method: 'POST', headers: {}, body: '{}' }
  const ended = transport({ ...request, stop }).catch((error: unknown) => error as Error)
  return { handler: await kept, ended, state, stop: () => end() }
}

/** One whose answer began. */
export async function answering(fields: Record<string, string | string[] | undefined> = {}) {
  const { handler, ended, stop } = await exchanging()
  const controller = control()
  handler.onRequestStart(controller.given, {})
  handler.onResponseStart(controller.given, 200, fields, '')
  const data = (text: string | Uint8Array): void =>
    handler.onResponseData(controller.given, Buffer.from(text))
  const finish = (): void => handler.onResponseEnd(controller.given, {})
  const fail = (): void => handler.onResponseError(controller.given, new Error('x'))
  const response = (await ended) as TransportResponse
  const read = async (limit = 1_000) => {
    const { bytes, ...cut } = await response.read(limit)
    return { ...cut, bytes: Buffer.from(bytes).toString() }
  }
  return { response, controller, data, finish, fail, read, stop }
}
