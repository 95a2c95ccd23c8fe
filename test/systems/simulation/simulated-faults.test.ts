import { afterEach, expect, it, vi } from 'vitest'
import type * as AnswerModule from '../../../src/call/answer.js'
import type * as Deadline from '../../../src/shared/deadline.js'
import type { fetchOnce } from '../../../src/transport/fetch-once.js'

afterEach(() => {
  for (const file of Object.keys(faults).map((name) => faults[name]?.file ?? '')) vi.doUnmock(file)
  vi.resetModules()
})

interface Planted {
  readonly file: string
  readonly plant: (original: never) => object
  /** What the simulation says of it. */
  readonly found: RegExp
}

/** Replaces what a stop says of whether the time is over. */
const looking = (stopped: (this: Deadline.Stop) => boolean) => (original: typeof Deadline) => {
  Object.defineProperty(original.Stop.prototype, 'stopped', { get: stopped })
  return original
}

/** Changes what an answer is judged to be. */
const changingErrors =
  (
    change: (
      error: { code?: string; message?: string; status?: number; outcome?: string },
      given: Given,
    ) => unknown,
  ) =>
  (original: typeof AnswerModule) => ({
    ...original,
    readAnswer: (...given: Given) => {
      try {
        return original.readAnswer(...given)
      } catch (error) {
        return change(error as object, given)
      }
    },
  })
type Given = Parameters<typeof AnswerModule.readAnswer>

/** What the client did wrong once, each in the place of what is right. */
const faults: Readonly<Record<string, Planted>> = {
  'a body that whoever asks is given, over fetch': {
    file: '../../../src/transport/fetch-once.js',
    plant: (original: object) => ({
      ...original,
      fetchOnce: ((fetch, url, init, body) =>
        fetch(url, { ...init, body: body ?? null })) satisfies typeof fetchOnce,
    }),
    found: /not_sent, (expected unknown|but seen)|carried out \d times/,
  },
  'a deadline that is looked at before connecting alone': {
    file: '../../../src/shared/deadline.js',
    plant: looking(function () {
      return this.signal.aborted
    }),
    found: /left [\d.]+ ms too late/,
  },
  'a deadline by the monotonic clock alone': {
    file: '../../../src/shared/deadline.js',
    plant: looking(function () {
      return this.signal.aborted || performance.now() >= this.deadline
    }),
    found: /left [\d.]+ ms too late/,
  },
  'any other 4xx for a refusal': {
    file: '../../../src/call/answer.js',
    plant: changingErrors((error) => {
      const { code, status = 0 } = error
      if (code === 'ERR_API' && status < 500 && ![408, 425].includes(status))
        error.outcome = 'rejected'
      throw error as Error
    }),
    found: /ERR_API rejected, (expected unknown|but carried out)/,
  },
  'the answer of another reference for a success': {
    file: '../../../src/call/answer.js',
    plant: changingErrors((error, [, { bytes }]) => {
      const { code, message = '' } = error
      if (code !== 'ERR_INVALID_RESPONSE' || !message.includes('another ref_id'))
        throw error as Error
      return JSON.parse(new TextDecoder().decode(bytes)) as object
    }),
    found: /a success that was not carried out|the answer of another call/,
  },
}

it.each(Object.entries(faults))('the simulation finds %s', async (_, { file, plant, found }) => {
  vi.resetModules()
  vi.doMock(file, async (original) => plant(await original<never>()))
  const { simulate } = await import('./simulate.js')
  const { failures } = await simulate(1, 20_000)
  const violations = failures.flatMap((failure) => failure.violations)
  expect(violations.filter((violation) => found.test(violation))).not.toEqual([])
})
