import type { Failure } from '../failure.js'

/** Whether an answer is a 429 that says how long to wait. */
export const isPaced = (failure: Failure): boolean =>
  failure.code === 'ERR_API' && failure.status === 429 && failure.retryAfter !== undefined

/**
 * Milliseconds before the next attempt: a random part of min(8 s, 250 ms × 2ⁿ), and at least the wait that the
 * answer asks for. The part is at least a tenth, and at least a half after a 429 without a wait. After a 429 with a wait
 * the part comes on top, as far as there is time, so that clients do not come back together.
 */
export function backoff(failure: Failure, earlierAttempts: number, remaining: number): number {
  const window = Math.min(8_000, 250 * 2 ** earlierAttempts)
  const { status, retryAfter } = failure as Partial<Failure<'ERR_API'>>
  const least = window / (status === 429 && retryAfter === undefined ? 2 : 10)
  const part = least + Math.random() * (window - least)
  const pause = (retryAfter ?? 0) * 1_000
  if (!isPaced(failure)) return Math.max(pause, part)
  return pause + Math.max(least, Math.min(part, (remaining - pause) / 2))
}

/** Milliseconds before the first, second … further look-up: about 500 ms, 1 s … 8 s. */
export const lookUpPause = (looks: number): number =>
  Math.min(8_000, 500 * 2 ** (looks - 1)) * (0.9 + 0.2 * Math.random())
