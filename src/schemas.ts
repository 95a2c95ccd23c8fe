// The lists and checks of the document, at run time and without a client: for forms, drop-downs and settings.

import { operations } from '../generated/operations.js'
import type { Schemas } from '../generated/run-time.js'
import { toStandardSchema } from './document/standard-schema.js'
import { type UnlistedOption, widenOperations } from './document/widen-operations.js'
import type { ClientOptions } from './options.js'
import { checkOptions, optional } from './shared/check-options.js'
import { isObject } from './shared/json.js'

export { enums, scopes, type Schemas } from '../generated/run-time.js'
export type { StandardSchema } from './document/standard-schema.js'

/** By the name of the method: what it takes, checked as it is before it is sent. */
// Marked as pure, so that bundlers drop the checks from a page that uses the enums only.
export const schemas: Schemas = /* @__PURE__ */ createSchemas()

/**
 * Makes `schemas` that take what your provider takes beyond the document, as the client with the same option does.
 * @throws TypeError for an option that `createClient` would refuse
 */
export function createSchemas(options: Pick<ClientOptions, 'unlisted'> = {}): Schemas {
  const { unlisted } = checkOptions('createSchemas', options, {
    unlisted: optional<UnlistedOption>(isObject, 'an object with fields or values'),
  })
  const all = Object.values(widenOperations(operations, 'createSchemas, unlisted', unlisted))
  const checked = all.filter(({ request }) => request !== undefined)
  const made = checked.map((operation) => [operation.id, toStandardSchema(operation)])
  return Object.fromEntries(made) as Schemas
}
