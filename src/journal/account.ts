import type { Operation, Values } from '../operation.js'
import { type HeaderFields, namesRequest } from '../shared/headers.js'
import { memberOf } from '../shared/json.js'

/**
 * The account of a call as one value: the account at the service, the parameters and the fields by which the request names it,
 * and the headers of the client and of the call that may name it. A hash, since headers are secret and a row may be encrypted.
 */
export async function accountOf(
  account: string,
  operation: Operation,
  input: Values,
  headers: HeaderFields,
): Promise<string> {
  const parts = (operation.account ?? []).map((path) => path.reduce<unknown>(memberOf, input))
  return hashOf([account, parts, naming(operation, input, headers)])
}

/** The headers that may name an account, in one order: none that names the request, and none that a parameter replaces. */
export function naming(operation: Operation, input: Values, headers: HeaderFields): string[][] {
  const { parameters = [], key } = operation
  const sent = parameters
    .filter((one) => one.in === 'header' && memberOf(input, one.name) !== undefined)
    .map(({ name }) => name.toLowerCase())
  const isOther = (name: string): boolean =>
    !namesRequest(name) && name !== key?.name && !sent.includes(name)
  return Object.entries(headers)
    .filter(([name]) => isOther(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

export async function hashOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
