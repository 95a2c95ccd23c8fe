import type { prepareInput } from '../document/prepare-input.js'
import type { IdempotencyKey, Operation, Values } from '../operation.js'
import type { HeaderFields } from '../shared/headers.js'
import { memberOf } from '../shared/json.js'

/** The key of a call. The caller's own wins, since it names the intended action: an argument, else a header. */
export function keyOf(
  rule: IdempotencyKey,
  { fields, key }: ReturnType<typeof prepareInput>,
  headers: HeaderFields | undefined,
): string | undefined {
  const isArgument = rule.in === 'input' || memberOf(fields, rule.argument) !== undefined
  return (isArgument ? undefined : headers?.[rule.name]) ?? key
}

/** The headers that a look-up takes over: not the key, which belongs to the request alone, and no parameter, which is in the input. */
export function headersForLookUp(
  { key, parameters = [] }: Operation,
  fields: Values,
  headers: HeaderFields,
): HeaderFields {
  const inInput = parameters.filter(
    (one) => one.in === 'header' && memberOf(fields, one.name) !== undefined,
  )
  const left = [key?.name, ...inInput.map(({ name }) => name.toLowerCase())]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name)))
}
