import type { LinkRule } from '../../../src/document/operation.js'
import {
  dereference,
  type Document,
  type Json,
  type Node,
  type Operation,
  placeOf,
} from '../../lib/document.js'
import { propertiesSent } from './parameters.js'
import { resourceRules } from './resources.js'

const fromBody = /^\$request\.body#\/(\w+)$/

/**
 * The link `lookUp` of an operation's success (OpenAPI 3.1, "Link Object"): the read that finds what the call made where
 * its answer was lost. It needs nothing but fields of the request.
 * @throws Error in a sentence, for a link that cannot be followed
 */
export function linkOf(
  document: Document,
  operation: Operation,
  operations: readonly Operation[],
): LinkRule | undefined {
  const refuse = (problem: string): never => {
    throw new Error(`${placeOf(operation)}: the link lookUp ${problem}`)
  }
  const [link] = Object.entries(operation.responses).flatMap(([status, { links = {} }]) => {
    const { lookUp, ...others } = dereference(document, links) as Record<string, Node>
    const similar = Object.keys(others).find((name) => /^look_?-?up$/i.test(name))
    if (similar !== undefined) refuse(`is called ${similar}`)
    return /^2/.test(status) && lookUp ? [lookUp] : []
  })
  if (link === undefined) return undefined
  const target = operations.find((one) => one.id === link['operationId'])
  if (target?.method !== 'GET') return refuse('needs the operationId of a GET of the document')
  const fields = propertiesSent(document, operation)
  const given = Object.entries((link['parameters'] ?? {}) as Record<string, Json>)
  const parameters = given.map(([name, from]): [string, string] => {
    const [, field] = fromBody.exec(typeof from === 'string' ? from : '') ?? []
    const plain = name.replace(/^(?:path|query|header)\./, '')
    if (!target.parameters.some((one) => one.name === plain))
      refuse(`has the parameter ${plain}, which ${target.id} has not`)
    if (field !== undefined && Object.hasOwn(fields, field)) return [plain, field]
    return refuse(
      `takes ${plain} from ${JSON.stringify(from)}, where only a field of the request is there after a lost answer: $request.body#/ref_id`,
    )
  })
  if (parameters.length === 0) return refuse('has no parameters')
  const { path: place = [], list } = resourceRules(document, operations).rules.get(target) ?? {}
  return {
    operation: target.id,
    parameters: Object.fromEntries(parameters),
    path: place,
    isList: list !== undefined,
    ...(list?.cursor && { cursor: { parameter: list.cursor.parameter, next: list.cursor.next } }),
  }
}
