import type { prepareInput } from '../document/prepare-input.js'
import type { IdempotencyKey, Operation, Values } from '../operation.js'
import type { HeaderFields } from '../shared/headers.js'
import { isObject, memberOf } from '../shared/json.js'

/** The input with the parameters that were given as headers of the call: the key alone may stay there. */
export function withHeaders(
  { parameters = [], key }: Operation,
  input: unknown,
  headers: HeaderFields,
): unknown {
  const named = parameters.filter(
    ({ in: place, name }) =>
      place === 'header' && name !== key?.argument && memberOf(input, name) === undefined,
  )
  const values = named.map(({ name }) => [name, memberOf(headers, name.toLowerCase())] as const)
  const there = values.filter(([, value]) => value !== undefined)
  return there.length > 0 && (input === undefined || isObject(input))
    ? { ...input, ...Object.fromEntries(there) }
    : input
}

/** The key of a call. The caller's own wins, since it names the intended action: an argument, else a header. */
export function keyOf(
  rule: IdempotencyKey,
  { key, hasOwnKey }: Pick<ReturnType<typeof prepareInput>, 'key' | 'hasOwnKey'>,
  headers: HeaderFields | undefined,
) {
  const inHeader = hasOwnKey || rule.in === 'input' ? undefined : headers?.[rule.name]
  return { key: inHeader ?? key, hasOwnKey: hasOwnKey || inHeader !== undefined }
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
