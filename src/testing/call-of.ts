import type { Methods } from '../../generated/index.js'
import { exampleAnswers } from '../../generated/index.js'
import { operations } from '../../generated/index.js'
import type { Call, CallResult } from '../index.js'
import type { ExampleAnswer } from './example-answer.js'

/** Facts of a call beside its data. */
export interface CallFacts extends Partial<Omit<CallResult<unknown>, 'data' | 'headers'>> {
  /** The headers of the answer. @default none */
  readonly headers?: ConstructorParameters<typeof Headers>[0]
}

/** The data of an operation's success. */
export type AnswerOf<Id extends keyof Methods> = Awaited<ReturnType<Methods[Id]>>

/** Some members of an answer, and of the objects in it. A list stands for the whole list. */
export type Overrides<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]?: Overrides<Data[Name]> }
    : Data

/**
 * A call that succeeds with the document's example answer, for a method that is replaced:
 * `vi.spyOn(client, 'createIssuerQuote').mockReturnValue(callOf('createIssuerQuote', { price: '1.00' }))`.
 * `overrides` replace members of the example.
 * @throws TypeError for an operation that the document lacks
 */
export function callOf<Id extends keyof Methods>(
  operation: Id,
  overrides?: Overrides<AnswerOf<Id>>,
  facts?: CallFacts,
): Call<AnswerOf<Id>>
/** A call that succeeds with these data: `mockReturnValue(callOf(quote))`. */
export function callOf<Data extends object>(data: Data, facts?: CallFacts): Call<Data>
export function callOf(first: unknown, ...rest: readonly unknown[]): Call<unknown> {
  if (typeof first !== 'string') return succeed(first, 200, rest[0] as CallFacts | undefined)
  const { base, status } = exampleOf(first)
  const [overrides, facts] = rest as [unknown, CallFacts | undefined]
  return succeed(merge(structuredClone(base), overrides), status, facts)
}

function succeed(data: unknown, status: number, facts: CallFacts = {}): Call<unknown> {
  const result = {
    ...{ status, requestId: undefined, attempts: 1, refId: referenceIn(data), ...facts },
    ...{ data, headers: new Headers(facts.headers) },
  }
  return Object.assign(Promise.resolve(data), { withResponse: () => Promise.resolve(result) })
}

function exampleOf(operation: string): ExampleAnswer {
  const row = Object.hasOwn(exampleAnswers, operation) ? exampleAnswers[operation] : undefined
  if (row === undefined) throw new TypeError(`callOf: there is no ${operation}`)
  return row
}

function merge(base: unknown, overrides: unknown): unknown {
  if (overrides === undefined) return base
  if (!isRecord(base) || !isRecord(overrides)) return overrides
  const merged = Object.entries(overrides).map(([name, value]) => [name, merge(base[name], value)])
  return { ...base, ...(Object.fromEntries(merged) as object) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The caller's own reference, as an answer echoes it. */
function referenceIn(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined
  const fields = Object.values(operations).flatMap((one) => one.referenceField ?? [])
  return fields.map((name) => data[name]).find((value) => typeof value === 'string')
}
