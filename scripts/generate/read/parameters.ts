import type { Parameter } from '../../../src/operation.js'
import { notPassedOn } from '../../../src/shared/headers.js'
import {
  type Json,
  membersOf,
  type Node,
  type Operation,
  type ParameterObject,
  type Properties,
  type Schema,
} from '../../lib/document.js'

/** The parameters of an operation, as the client writes them. */
export function parametersOf(operation: Operation): Parameter[] {
  return operation.parameters.map((parameter) => {
    const { style, explode } = styleOf(parameter)
    const isList = operation.plain(parameter.schema)['type'] === 'array'
    const isOnce = isList && !(style === 'form' && explode)
    // Cookies are refused.
    const place = parameter.in as Parameter['in']
    const separator = separators[style] ?? ','
    return { in: place, name: parameter.name, ...(isOnce && { separator }) }
  })
}

/** The separator of the items of a list that is written once, if it is no comma (OpenAPI 3.1, "Style Values"). */
const separators: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' }

function styleOf({ in: place, style, explode }: ParameterObject) {
  const written = style ?? (place === 'query' ? 'form' : 'simple')
  return { style: written, explode: explode ?? written === 'form' }
}

/** The parameters as the members of one object, which is what the caller passes. */
export function parametersSchema({ parameters }: Operation): Node | undefined {
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    additionalProperties: false,
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, description, deprecated, schema }) => [
        name,
        {
          ...(schema as Node),
          ...(description !== undefined && { description }),
          ...(deprecated !== undefined && { deprecated }),
        },
      ]),
    ),
  }
}

/**
 * What the caller passes, as one schema: the parameters, beside the fields of the body where there is one. A name is
 * that of the one or of the other; where the body takes fields that it does not list, the parameter's. A parameter is
 * none of the members that the body may have.
 */
export function inputSchema(operation: Operation): Schema | undefined {
  const body = operation.request
  const beside = parametersSchema(operation)
  if (body === undefined || beside === undefined) return body ?? beside
  const required = beside['required'] as Json[]
  const add = (node: Json): Json => {
    const { oneOf, ...schema } = node as Node
    if (Array.isArray(oneOf)) return { ...schema, oneOf: oneOf.map(add) }
    const { minProperties, maxProperties } = schema
    const { length } = operation.parameters
    return {
      ...schema,
      ...(minProperties !== undefined && {
        minProperties: Number(minProperties) + required.length,
      }),
      ...(maxProperties !== undefined && { maxProperties: Number(maxProperties) + length }),
      required: [...required, ...((schema['required'] ?? []) as Json[])],
      properties: { ...(beside['properties'] as object), ...(schema['properties'] as object) },
    }
  }
  return add(operation.plain(body)) as Schema
}

/** The schemas of all parameters and body fields of an operation, by name. */
export function propertiesSent(operation: Operation): Properties {
  const beside = membersOf(operation.plain(parametersSchema(operation)))
  return { ...beside.properties, ...fieldsSent(operation) }
}

/** The schemas of the fields of a body, by name. */
export function fieldsSent(operation: Operation): Properties {
  const body = alternatives(operation.plain(operation.request))
  return Object.assign({}, ...body.map((one) => membersOf(one).properties)) as Properties
}

/** The names in a path's template. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** Why the parameters of an operation cannot be written. */
export function problemOfParameters(operation: Operation): string | undefined {
  const { path, parameters } = operation
  const inPath = parametersIn(path)
  if (!/^\/(?!\/)/.test(path) || /\/\/|\/\.\.?(?:\/|$)|[?#\\\s]|%(?:2e|2f|5c)/i.test(path))
    return 'a path with .., //, ?, # or an escaped dot or slash leads elsewhere: write it as it is called'
  if (path.includes('}{')) return 'two parameters of the path touch, so that neither has an end'
  const inTemplate = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const missing = inPath.find((name) => !inTemplate.includes(name))
  if (missing !== undefined) return `{${missing}} in the path is not among the parameters`
  for (const parameter of parameters) {
    const { name, in: where } = parameter
    const named = `the parameter ${name} in ${where}`
    const problem = problemOf(operation, parameter)
    if (problem !== undefined) return `${named} ${problem}`
    if (where === 'path' && !inPath.includes(name)) return `${named} is not in the path's template`
    if (parameters.some((other) => other !== parameter && other.name === name))
      return `${named} has the name of another; the client takes both by their names`
  }
  const fields = fieldsSent(operation)
  const both = parameters.find(({ name }) => Object.hasOwn(fields, name))
  return (
    both &&
    `the parameter ${both.name} in ${both.in} has the name of a field of the body: rename the parameter, in the path's template too`
  )
}

/** The members of a `oneOf`, or the schema alone. */
export function alternatives(schema: Json): Node[] {
  const { oneOf, ...rest } = schema as Node
  return Array.isArray(oneOf) ? oneOf.flatMap(alternatives) : [rest]
}

const scalars = ['string', 'number', 'integer', 'boolean']

/** Headers that are not the caller's to set, and those that no page may (the fetch standard). */
const reserved =
  /^(?:x-(?:http-)?method(?:-override)?|accept.*|cookie2?|set-cookie|date|dnt|origin|referer|via|sec-.*|access-control-.*)$/

/** Whether a header is not for a parameter, or a key, to say. */
export function isReserved(name: string): boolean {
  return [notPassedOn, reserved].some((list) => list.test(name.toLowerCase()))
}

function problemOf(operation: Operation, parameter: ParameterObject): string | undefined {
  const { name, in: where, schema } = parameter
  const { style, explode } = styleOf(parameter)
  if (where === 'cookie' || parameter.content !== undefined || schema === undefined)
    return 'is not supported: only one of a path, a query or a header is, with a schema'
  const styles = where === 'query' ? ['form', ...Object.keys(separators)] : ['simple']
  const isExploded = where === 'query' && style !== 'form' && explode
  if (!styles.includes(style) || isExploded || parameter.allowReserved === true)
    return where === 'query'
      ? 'has to be of the style form, or of spaceDelimited or pipeDelimited without explode; never with allowReserved'
      : 'has to be of the style simple, without allowReserved'
  if (where === 'path' && parameter.required !== true) return 'has to be required: true'
  if (where === 'header' && (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || isReserved(name)))
    return 'is a header that is not for a parameter to say'
  const plain = operation.plain(schema)
  const { type = 'none' } = plain['type'] === 'array' ? ((plain['items'] ?? {}) as Node) : plain
  if ([type].flat().some((one) => one !== 'null' && !scalars.includes(one as string)))
    return `has to be of the type ${scalars.join(', ')}, or an array of one of them`
  return undefined
}
