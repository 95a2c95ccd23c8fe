import {
  type Examples,
  type Json,
  jsonOf,
  type Operation,
  type ParameterObject,
  type Schema,
} from './document.js'
import { shown } from './shown.js'

type Fields = Record<string, Json>

/**
 * The named examples of an operation: what is sent and what comes back. Those of one name make one call: the response, the
 * body and the parameters of that name. A request that lacks a part gets one that its schema shows. After them come the
 * examples of a body that no answer has.
 */
export function namedExamples(operation: Operation) {
  const { parameters, requestBody } = operation
  const { answers, bodies } = namedBodies(operation)
  const inParameters = parameters.flatMap(({ examples }) =>
    Object.keys(namedIn(operation, examples)),
  )
  const withoutAnswer = requestBody === undefined ? inParameters : Object.keys(bodies)
  const names = answers === undefined ? withoutAnswer : Object.keys({ ...answers, ...bodies })
  return [...new Set(names)].map((name) => exampleNamed(operation, name))
}

/** The first of the named examples; of an operation without one, the call that its schemas show. */
export const exampleCall = (operation: Operation): ReturnType<typeof exampleNamed> =>
  namedExamples(operation)[0] ?? exampleNamed(operation, '')

const namedIn = (operation: Operation, node: unknown): Examples =>
  operation.plain(node as Json | undefined) as unknown as Examples

function namedBodies(operation: Operation) {
  const { requestBody, responses, successes } = operation
  const success = jsonOf(responses[successes[0]?.[0] ?? ''])
  return {
    /** Undefined where an answer has no content. */
    answers: success && namedIn(operation, success.examples),
    bodies: namedIn(operation, jsonOf(requestBody)?.examples),
  }
}

function exampleNamed(operation: Operation, name: string) {
  const { parameters, requestBody } = operation
  const { answers = {}, bodies } = namedBodies(operation)
  const instead = (schema: Schema | undefined, field = ''): Json =>
    shown(operation.plain(schema), operation.known, field)
  const [answer, body] = [answers[name], bodies[name]]
  const fields = requestBody && ((body?.value ?? instead(operation.request)) as Fields)
  const invented: string[] = []
  const values = parameters.flatMap((parameter): [string, Json][] => {
    const value = exampleOf(parameter, name, namedIn(operation, parameter.examples))
    if (value !== undefined) return [[parameter.name, value]]
    if (parameter.required !== true) return []
    invented.push(parameter.name)
    return [[parameter.name, instead(parameter.schema, parameter.name)]]
  })
  return {
    name,
    summary: body?.summary ?? answer?.summary ?? name,
    /** The parameters beside the fields of the body, as a method of the client is called. */
    request: { ...Object.fromEntries(values), ...fields },
    /** The required parameters of which the document has no example. */
    invented,
    /** Absent where an answer has no content. */
    response: answer?.value,
    body: fields,
  }
}

/** Of the name; else the one that serves all of them. */
function exampleOf({ example, schema }: ParameterObject, name: string, named: Examples) {
  const [first] =
    (typeof schema === 'object' ? (schema['examples'] as Json[] | undefined) : []) ?? []
  return named[name]?.value ?? example ?? first
}
