import type { Operation, Reader, Values } from '../operation.js'
import { memberOf } from '../shared/json.js'

/**
 * The account of a call as one value: the account at the service, the parameters and the fields by which the request names it,
 * and the headers of the client and of the call that may name it. The option `account` stands for the headers of the client. A
 * hash, since headers are secret and a row may be encrypted.
 */
export function accountOf(
  account: string,
  { account: paths = [], parameters = [] }: Operation,
  input: Values,
  { headers, ownHeaders }: Pick<Reader, 'headers' | 'ownHeaders'>,
  isNamed: boolean,
): Promise<string> {
  const parts = paths.map((path) => path.reduce<unknown>(memberOf, input))
  const others = { ...(!isNamed && headers), ...ownHeaders }
  // A parameter replaces the client's header of its name.
  for (const { in: place, name } of parameters)
    if (place === 'header' && memberOf(input, name) !== undefined)
      Reflect.deleteProperty(others, name.toLowerCase())
  return hashOf([account, parts, Object.entries(others).sort()])
}

export async function hashOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
}
