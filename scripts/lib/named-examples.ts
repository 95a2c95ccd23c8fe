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
  const { parameters, requestBody, responses } = operation
  const named = (node: unknown): Examples =>
    operation.plain(node as Json | undefined) as unknown as Examples
  const instead = (schema: Schema | undefined, name = ''): Json =>
    shown(operation.plain(schema), operation.known, name)
  const success = jsonOf(responses[operation.successes[0]?.[0] ?? ''])
  const answers = named(success?.examples)
  const bodies = named(jsonOf(requestBody)?.examples)
  const inParameters = parameters.flatMap(({ examples }) => Object.keys(named(examples)))
  const withoutAnswer = requestBody === undefined ? inParameters : Object.keys(bodies)
  const names = success === undefined ? withoutAnswer : Object.keys({ ...answers, ...bodies })
  return [...new Set(names)].map((name) => {
    const [answer, body] = [answers[name], bodies[name]]
    const fields = requestBody && ((body?.value ?? instead(operation.request)) as Fields)
    const invented: string[] = []
    const values = parameters.flatMap((parameter): [string, Json][] => {
      const value = exampleOf(parameter, name, named(parameter.examples))
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
  })
}

/** Of the name; else the one that serves all of them. */
function exampleOf({ example, schema }: ParameterObject, name: string, named: Examples) {
  const [first] =
    (typeof schema === 'object' ? (schema['examples'] as Json[] | undefined) : []) ?? []
  return named[name]?.value ?? example ?? first
}
