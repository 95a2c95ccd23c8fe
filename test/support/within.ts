import { Interruption, type Stop, within } from '../../src/shared/deadline.js'

export const never = (): Promise<never> => new Promise(() => undefined)

/** What something within limits has come to by now. */
export function watched(
  milliseconds: number,
  signal?: AbortSignal,
  run: (stop: Stop) => Promise<unknown> = never,
) {
  const end: { value?: unknown; reason?: unknown } = {}
  void within(milliseconds, signal, run).then(
    (value) => (end.value = value),
    (reason: unknown) => (end.reason = reason),
  )
  return end
}
export const by = (end: { reason?: unknown }): unknown =>
  end.reason instanceof Interruption ? end.reason.by : undefined
