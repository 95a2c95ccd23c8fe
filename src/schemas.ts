// The lists and checks of the document, at run time and without a client: for forms, drop-downs and settings.

import { operations } from '../generated/operations.js'
import type { Schemas } from '../generated/run-time.js'
import { toStandardSchema } from './document/standard-schema.js'

export { enums, scopes, type Schemas } from '../generated/run-time.js'
export type { StandardSchema } from './document/standard-schema.js'

/** By the name of the method: what it takes, checked as it is before it is sent. */
// Marked as pure, so that bundlers drop the checks from a page that uses the enums only.
export const schemas: Schemas = /* @__PURE__ */ makeSchemas()

function makeSchemas(): Schemas {
  const checked = Object.values(operations).filter(({ request }) => request !== undefined)
  const made = checked.map((operation) => [operation.id, toStandardSchema(operation)])
  return Object.fromEntries(made) as Schemas
}
