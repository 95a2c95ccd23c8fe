import type { Provider } from '../document/provider.js'
import type { Call, CallResult } from '../index.js'
import { ownMember } from '../shared/json.js'
import { type AnswerOf, type Known, knownOf, type MethodsOf, type OwnProvider } from './provider.js'

/** Facts of a call beside its data. */
export interface CallFacts extends Partial<Omit<CallResult<unknown>, 'data' | 'headers'>> {
  /** The headers of the answer. @default none */
  readonly headers?: ConstructorParameters<typeof Headers>[0]
}

/** The same of a call by your provider's document. */
interface ProviderFacts<Given extends Provider> extends CallFacts {
  /** Your provider's document. @default our own */
  readonly provider?: Given | undefined
}

/** Some members of an answer, and of the objects in it. A list stands for the whole list. */
export type Overrides<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? { readonly [Name in keyof Data]?: Overrides<Data[Name]> }
    : Data

/**
 * A call that succeeds with the document's example answer, for a method that is replaced:
 * `vi.spyOn(client, 'createIssuerQuote').mockReturnValue(succeedWith('createIssuerQuote', { price: '1.00' }))`.
 * `overrides` replace members of the example.
 * @throws TypeError for an operation that the document lacks
 */
export function succeedWith<
  Id extends keyof MethodsOf<Given> & string,
  Given extends Provider = OwnProvider,
>(
  operation: Id,
  overrides?: Overrides<AnswerOf<Given, Id>>,
  facts?: ProviderFacts<Given>,
): Call<AnswerOf<Given, Id>>
/** A call that succeeds with these data: `mockReturnValue(succeedWith(quote))`. */
export function succeedWith<Data extends object>(data: Data, facts?: CallFacts): Call<Data>
export function succeedWith(first: unknown, ...rest: readonly unknown[]): Call<unknown> {
  const isId = typeof first === 'string'
  const { provider, ...facts } = (rest[isId ? 1 : 0] ?? {}) as ProviderFacts<Provider>
  const known = knownOf(provider, 'succeedWith')
  const succeed = (data: unknown, status: number): Call<unknown> => {
    const refId = referenceIn(data, known)
    const result = {
      status,
      requestId: undefined,
      attempts: 1,
      refId,
      ...facts,
      data,
      headers: new Headers(facts.headers),
    }
    return Object.assign(Promise.resolve(data), { withResponse: () => Promise.resolve(result) })
  }
  if (!isId) return succeed(first, 200)
  const row = ownMember(known.exampleAnswers, first)
  if (row === undefined) throw new TypeError(`succeedWith: there is no ${first}`)
  return succeed(merge(structuredClone(row.base), rest[0]), row.status)
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
function referenceIn(data: unknown, { operations }: Known): string | undefined {
  if (!isRecord(data)) return undefined
  const fields = Object.values(operations).flatMap((one) => one.referenceField ?? [])
  return fields.map((name) => data[name]).find((value) => typeof value === 'string')
}
