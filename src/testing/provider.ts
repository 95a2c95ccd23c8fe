import type { Methods, provider as own } from '../../generated/index.js'
import { exampleAnswers, operations, scopes } from '../../generated/index.js'
import type { Provider, TypesOf } from '../document/provider.js'
import type { Operation } from '../operation.js'
import { isObject } from '../shared/json.js'
import type { ExampleAnswer } from './example-answer.js'

export type OwnProvider = typeof own

export type MethodsOf<Given extends Provider> = TypesOf<Given, 'methods', Methods>

/** The parts of a provider's document that a fake issuer uses. */
export interface TypedProvider {
  readonly operations: Readonly<Record<string, Operation>>
  readonly scopes: readonly string[]
  readonly exampleAnswers: Readonly<Record<string, ExampleAnswer>>
}

/** A provider's folder has our types, which `Provider` does not show. @throws TypeError for any other value */
export function typedProvider(provider: Provider | undefined, owner = 'provider'): TypedProvider {
  if (provider === undefined) return { operations, scopes, exampleAnswers }
  const { operations: own, exampleAnswers: answers } = (provider as Partial<Provider> | null) ?? {}
  if (![own, answers].every(isObject) || !Array.isArray(provider.scopes))
    throw new TypeError(`${owner}: provider must be what stablecoin-issuer-overlay writes`)
  return provider as TypedProvider
}
