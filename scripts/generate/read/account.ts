import type { IdempotencyKey } from '../../../src/operation.js'
import { namesRequest } from '../../../src/shared/headers.js'
import {
  identity,
  membersOf,
  type Node,
  type Operation,
  type ParameterObject,
} from '../../lib/document.js'
import { referenceOf } from './identifier.js'
import { alternatives } from './parameters.js'

/** Marks a field of a request that names whose order it is; with `false`, a parameter that does not. */
const accountMark = 'x-account'

/**
 * Where a request names its account: in each parameter but the reference, the key, headers that name the request, and those
 * that are marked with `false`; and in each field of the body that is marked. Each is a path of names in the input.
 */
export function accountOf(operation: Operation, key?: IdempotencyKey): readonly string[][] {
  const inBody = alternatives(operation.plain(operation.request)).flatMap(markedIn)
  const paths = [...accountParametersOf(operation, key).map(({ name }) => [name]), ...inBody]
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
}

/** The parameters that name the account of a request. */
export function accountParametersOf(
  operation: Operation,
  key?: IdempotencyKey,
): readonly ParameterObject[] {
  const reference = referenceOf(operation)
  const varying = varyingOf(operation)
  return operation.parameters.filter(
    (one) => !varying.includes(one.name) && one.name !== reference && !isKey(one, key),
  )
}

/** The parameters that may differ from try to try: headers that name the request, and those that are marked with `false`. */
export function varyingOf({ parameters }: Operation): string[] {
  return parameters
    .filter(({ in: place, name, [accountMark]: mark }) => {
      return mark === false || (place === 'header' && namesRequest(name.toLowerCase()))
    })
    .map(({ name }) => name)
}

/** Whether a parameter is the header that has the key. */
export const isKey = (parameter: ParameterObject, key?: IdempotencyKey): boolean =>
  key?.in === 'header' && identity(parameter) === identity(key)

function markedIn(schema: Node): string[][] {
  return Object.entries(membersOf(schema).properties).flatMap(([name, member]) => [
    ...(member[accountMark] === true ? [[name]] : []),
    ...alternatives(member)
      .flatMap(markedIn)
      .map((path) => [name, ...path]),
  ])
}
