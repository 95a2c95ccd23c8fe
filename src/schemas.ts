// The lists and checks of the document, at run time and without a client: for forms, drop-downs and settings.

import { provider as own, type Schemas } from '../generated/index.js'
import type { Provider, TypesOf } from './document/provider.js'
import { toStandardSchema } from './document/standard-schema.js'
import type { Operation } from './operation.js'

export { enums, operationScopes as scopes } from '../generated/index.js'
export type { StandardSchema } from './document/standard-schema.js'

/** The input of each method, by its name: the same check as before a request is sent. */
// Marked as pure, so that bundlers drop the checks from a page that uses the enums only.
export const schemas: Schemas = /* @__PURE__ */ createSchemas({ provider: own })

/** Makes `schemas` of your provider's document, from the folder that `stablecoin-issuer-overlay` writes. */
export function createSchemas<Given extends Provider>(options: {
  readonly provider: Given
}): TypesOf<Given, 'schemas', Schemas> {
  const all = Object.values(options.provider.operations) as Operation[]
  const checked = all.filter(({ request }) => request !== undefined)
  const made = checked.map((operation) => [operation.id, toStandardSchema(operation)])
  return Object.fromEntries(made) as TypesOf<Given, 'schemas', Schemas>
}
