import { isObject, memberOf } from '../shared/json.js'
import { differences } from './differences.js'
import type { IdempotencyKey, Values } from './operation.js'

/**
 * A key with the code that tells a first answer of another request, so that an app without any goes without it. No success
 * is one where a repeat gets 409.
 */
export const createKey = (rule: IdempotencyKey): IdempotencyKey =>
  rule.repeated === '409' ? rule : { ...rule, differences: differing }

/** A list, or an object under the name of a text that was sent, is another thing, and not another value. */
const differing = (sent: Values, answer: unknown): string[] =>
  differences(sent, answer, true).filter((path) => path && !isObject(memberOf(answer, path)))
