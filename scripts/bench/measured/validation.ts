/** Measures the checks of the request bodies, in a process of its own. */
import { answerParent } from './channel.js'
import { insideOf } from './inside.js'
import type { ExampleCall } from './setup.js'

type Body = Readonly<Record<string, unknown>>

/** How a body is given a text of some length, and how it is made to break a rule then. */
interface Place {
  readonly operationId: string
  readonly field: string
  readonly valid: (length: number) => Body
  readonly invalid: (length: number) => Body
}

const letters = (length: number): string => 'x'.repeat(length)
const digits = (length: number): string => '7'.repeat(length)

const places: readonly Place[] = [
  {
    operationId: 'putCryptoDestinationAddress',
    field: 'nickname',
    valid: (length) => ({ nickname: letters(length) }),
    invalid: (length) => ({ nickname: letters(length), crypto_network: letters(length) }),
  },
  {
    operationId: 'createStablecoinConversion',
    field: 'amount',
    valid: (length) => ({ amount: digits(length) }),
    invalid: (length) => ({ amount: `${digits(length - 1)}x` }),
  },
  {
    operationId: 'createStablecoinConversion',
    field: 'source_asset',
    valid: (length) => ({ source_asset: letters(length) }),
    invalid: (length) => ({ source_asset: letters(length), amount: 12.5 }),
  },
  {
    operationId: 'createIssuerQuote',
    field: 'base_amount',
    valid: (length) => ({ base_amount: digits(length) }),
    invalid: (length) => ({ base_amount: digits(length), side: letters(length) }),
  },
]

export interface ValidationRow {
  readonly operationId: string
  readonly field: string
  readonly valid: boolean
  readonly length: number
  /** Nanoseconds of the generated validator alone. */
  readonly validator: number
  /** Nanoseconds of all that a call does with a body before it is sent, its serialisation included. */
  readonly whole: number
}

interface Work {
  readonly calls: readonly ExampleCall[]
  readonly lengths: readonly number[]
  readonly batches: number
  readonly milliseconds: number
}

function nanoseconds(run: () => unknown, { batches, milliseconds }: Work): number {
  const time = (times: number): number => {
    const start = performance.now()
    for (let at = 0; at < times; at += 1) run()
    return performance.now() - start
  }
  let times = 1
  while (time(times) < milliseconds / 2) times *= 2
  const found = Array.from({ length: batches }, () => (time(times) / times) * 1e6)
  return found.sort((a, b) => a - b)[batches >> 1] ?? NaN
}

function measureAll(work: Work): ValidationRow[] {
  return places.flatMap(({ operationId, field, ...make }) => {
    const { validate, check } = insideOf(operationId)
    const example = work.calls.find((call) => call.operationId === operationId)?.body
    const row = (length: number, valid: boolean): ValidationRow => {
      const body = { ...example, ...make[valid ? 'valid' : 'invalid'](length) }
      if (validate(body) !== valid) throw new Error(`${operationId}: the validator is wrong`)
      const attempt = (): unknown => {
        try {
          return check(body)
        } catch (error) {
          return error
        }
      }
      const validator = nanoseconds(() => validate(body), work)
      return { operationId, field, valid, length, validator, whole: nanoseconds(attempt, work) }
    }
    return [true, false].flatMap((valid) => work.lengths.map((length) => row(length, valid)))
  })
}

const protocol = {
  measure(work: Work): ValidationRow[] {
    // Once for the compiler of the engine, which would count in the first rows.
    measureAll({ ...work, batches: 1 })
    return measureAll(work)
  },
}
export type ValidationProtocol = typeof protocol

answerParent(protocol)
