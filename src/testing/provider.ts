import type { Methods, provider as own } from '../../generated/index.js'
import { exampleAnswers, operations, scopes } from '../../generated/index.js'
import type { Provider, TypesOf } from '../document/provider.js'
import type { Operation } from '../operation.js'
import { isObject } from '../shared/json.js'
import type { ExampleAnswer } from './example-answer.js'

export type OwnProvider = typeof own

export type MethodsOf<Given extends Provider> = TypesOf<Given, 'methods', Methods>

/** What a fake issuer knows of a provider's document. */
export interface TypedProvider {
  readonly operations: Readonly<Record<string, Operation>>
  readonly scopes: readonly string[]
  readonly exampleAnswers: Readonly<Record<string, ExampleAnswer>>
}

/** What a provider's folder has is ours: only its type does not show it. @throws TypeError for anything else */
export function typedProvider(provider: Provider | undefined, owner = 'provider'): TypedProvider {
  if (provider === undefined) return { operations, scopes, exampleAnswers }
  const { operations: own, exampleAnswers: answers } = (provider as Partial<Provider> | null) ?? {}
  if (![own, answers].every(isObject) || !Array.isArray(provider.scopes))
    throw new TypeError(`${owner}: provider must be what stablecoin-issuer-overlay writes`)
  return provider as TypedProvider
}
