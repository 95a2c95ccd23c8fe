import { differences } from './differences.js'
import type { IdempotencyKey } from './operation.js'

/** A key with the code that tells a first answer of another request, so that an app without any goes without it. */
export function createKey(rule: IdempotencyKey): IdempotencyKey {
  return { ...rule, differences: (sent, answer) => differences(sent, answer, true) }
}
