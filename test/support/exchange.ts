import type { Dispatcher } from 'undici'
import { vi } from 'vitest'
import { Exchange } from '../../src/transport/undici-exchange.js'
import { noStop } from './stop.js'

/** What undici controls an exchange by. `resumed` is what comes in at once when it goes on. */
export function control(resumed: () => void = () => undefined) {
  const controller = { abort: vi.fn(), pause: vi.fn(), resume: vi.fn(resumed) }
  return { ...controller, given: controller as unknown as Dispatcher.DispatchController }
}

/** An exchange, and what it told so far. */
export function exchanging(stop = noStop()) {
  const answered = vi.fn()
  const failed = vi.fn<(error: Error) => void>()
  return { exchange: new Exchange(stop, answered, failed), answered, failed }
}

/** One whose answer began. */
export function answering(
  fields: Record<string, string | string[] | undefined> = {},
  resumed?: () => void,
) {
  const { exchange, answered, failed } = exchanging()
  const controller = control(resumed)
  exchange.onRequestStart(controller.given)
  exchange.onResponseStart(controller.given, 200, fields)
  const data = (text: string | Uint8Array): void =>
    exchange.onResponseData(controller.given, Buffer.from(text))
  return { exchange, answered, failed, controller, data }
}
export const text = (body: { bytes: Uint8Array; cut?: string }) => ({
  ...body,
  bytes: Buffer.from(body.bytes).toString(),
})
