import { exampleAnswers, operations, scopes } from '../../generated/index.js'
import type { Operation } from '../document/operation.js'
import type { Provider } from '../document/provider.js'
import type { ExampleAnswer } from './example-answer.js'

/** What a fake issuer knows of a provider's document. */
export interface Known {
  readonly operations: Readonly<Record<string, Operation>>
  readonly scopes: readonly string[]
  readonly exampleAnswers: Readonly<Record<string, ExampleAnswer>>
}

/** What a provider's folder has is ours: only its type does not show it. */
export const knownOf = (provider: Provider | undefined): Known =>
  (provider as Known | undefined) ?? { operations, scopes, exampleAnswers }
