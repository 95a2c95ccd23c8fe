import type * as OpenApi from 'openapi-typescript'
import { isNode, type Json, type Node } from './json.js'
import { type KnownValues, knownValues } from './known-values.js'

export { isNode, type Json, type Node } from './json.js'
export type Schema = boolean | Node
export type Schemas = Readonly<Record<string, Schema>>

/** The same object with each of its values changed. */
export function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Record<string, Result> {
  const changed = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const)
  return Object.fromEntries(changed)
}

/** The parts of an OpenAPI document that the generators read. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Record<string, Record<string, OperationObject>>
  readonly components: {
    readonly schemas: Record<string, Schema>
    readonly securitySchemes: Record<string, SecurityScheme>
  }
}

interface OperationObject extends Pick<
  OpenApi.OperationObject,
  'tags' | 'summary' | 'description' | 'deprecated'
> {
  readonly operationId: string
  readonly parameters?: readonly ParameterObject[]
  readonly security?: readonly Record<string, readonly string[]>[]
  readonly requestBody?: BodyObject
  readonly responses?: Record<string, BodyObject>
  readonly 'x-idempotency'?: Json
  readonly 'x-pagination'?: Json
}

export interface BodyObject {
  /** Of a request. */
  readonly required?: boolean
  readonly links?: Record<string, Json>
  readonly content?: Record<string, Content>
}

/** A body of one type. */
export interface Content {
  readonly schema?: Schema
  readonly example?: Json
  readonly examples?: Examples
}

export type Examples = Readonly<Record<string, { readonly summary?: string; readonly value: Json }>>

export interface ParameterObject extends Omit<
  OpenApi.ParameterObject,
  'schema' | 'example' | 'examples'
> {
  readonly schema?: Schema
  readonly example?: Json
  readonly examples?: Examples
  readonly 'x-account'?: Json
  readonly 'x-client-reference'?: Json
  readonly 'x-service-identifier'?: Json
}

export interface SecurityScheme {
  readonly type?: string
  /** Of the type `http`. */
  readonly scheme?: string
  readonly flows?: Record<string, { readonly scopes: Record<string, string> }>
}

export type Operation = ReturnType<typeof listOperations>[number]

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations of the document in its own order. */
export function listOperations(document: Document) {
  const resolved = <Node>(node: Node): Node => follow(document, node as Json) as Node
  const { paths, components } = document as object as Node
  let known: KnownValues | undefined
  return Object.entries(document.paths).flatMap(([path, written]) => {
    const { parameters: shared = [], ...item } = resolved(written) as { parameters?: unknown }
    return Object.entries(item as Record<string, OperationObject>)
      .filter(([method]) => methods.includes(method))
      .map(([method, object]) => {
        const all = [...(shared as ParameterObject[]), ...(object.parameters ?? [])].map(resolved)
        const named = { id: object.operationId, method: method.toUpperCase(), path }
        const requestBody = resolved(object.requestBody)
        const responses = mapValues(object.responses ?? {}, resolved)
        const successes = Object.entries(responses).filter(([status]) => /^2/.test(status))
        const answers = successes.flatMap(([, answer]) => jsonOf(answer) ?? [])
        const body = jsonOf(requestBody)
        return {
          ...named,
          place: placeOf(named),
          /** The operation object of the document. */
          object,
          /** Those that its token needs. */
          scopes: (object.security ?? []).flatMap((one) => Object.values(one).flat()),
          /**
           * Its own and those of the path item, without references to them. Of two that are the same its own counts
           * (OpenAPI 3.1, "Operation Object").
           */
          parameters: [...new Map(all.map((one) => [identity(one), one])).values()],
          requestBody,
          responses,
          successes,
          /** The schema of its JSON body, and that of the first success which has one. */
          request: body?.schema,
          response: answers.find(({ schema }) => schema !== undefined)?.schema,
          /** The media types of these. */
          requestType: body?.type,
          responseTypes: [...new Set(answers.map(({ type }) => type))],
          /** A part of its document with what is referred to in the place of each reference; for none an empty one. */
          plain: (part: Json = {}) => dereference(document, part) as Node,
          /** The values of its document's examples, by the name of a field. */
          known: (name: string) => {
            known ??= knownValues([paths ?? {}, components ?? {}], resolved)
            return known(name)
          },
        }
      })
  })
}

/** The media type that a client sends and asks for, where its document has no other. */
export const json = 'application/json'

/**
 * A media type of JSON: `application/json`, or a name with `+json` (RFC 6839, section 3.1), with parameters or not. JSON is in
 * UTF-8 (RFC 8259, section 8.1).
 */
const jsonType =
  /^(?:application\/json|[\w-]+\/[\w.!#$&^+-]+\+json)(?: *; *(?!charset=(?!"?utf-8))[\w-]+=(?:[\w.+-]+|"[ !#-[\]-~]*"))*$/i

export const isJson = (type: string): boolean => jsonType.test(type)

/** The JSON of a body, with its type. Of several types it is `application/json`, which every client asks for, else the first. */
export function jsonOf({ content = {} }: BodyObject = {}):
  (Content & { type: string }) | undefined {
  const types = Object.keys(content).filter(isJson)
  const type = types.find((one) => one === json) ?? types[0]
  return type === undefined ? undefined : { type, ...content[type] }
}

/** Names of headers are the same in upper and lower case. */
export function identity({ name, in: place }: Record<'name' | 'in', string>): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

/** An operation as a sentence names it. */
export function placeOf({ id, method, path }: Record<'id' | 'method' | 'path', string>): string {
  return `${id} (${method} ${path})`
}

/** Where the schemas of a document are, as references say it. */
export const schemaPrefix = '#/components/schemas/'

/** The name of the schema that is referred to. */
export function nameOf(schema: Json | undefined): string | undefined {
  const reference = isNode(schema) ? schema['$ref'] : undefined
  return typeof reference === 'string' && reference.startsWith(schemaPrefix)
    ? reference.slice(schemaPrefix.length)
    : undefined
}

export type Properties = Readonly<Record<string, Node>>

/** The members of an object's schema, and the names of those that it requires. */
export function membersOf(schema: Json | undefined) {
  const { properties = {}, required = [] } = Object(schema) as Node
  return { properties: properties as Properties, required: required as string[] }
}

/** Every scope that the document's security schemes name. */
export function listScopes(document: Document): string[] {
  const flows = Object.values(document.components.securitySchemes).flatMap((scheme) =>
    Object.values(scheme.flows ?? {}),
  )
  return [...new Set(flows.flatMap((flow) => Object.keys(flow.scopes)))]
}

/** What a `$ref` points to, and that of it; anything else as it is. */
export function follow(document: Document, node: Json): Json {
  const reference = isNode(node) && node['$ref']
  return typeof reference === 'string' ? follow(document, find(document, reference)) : node
}

function find(document: Document, reference: string): Json {
  const target = valueAt(document as unknown as Json, placeAt(reference))
  if (target === undefined) throw new Error(`the document has no ${reference}`)
  return target
}

/** The names and numbers that lead from the top of a document to a place in it. */
export type Location = readonly (string | number)[]

/** Where a JSON pointer leads. */
export function placeAt(pointer: string): Location {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function valueAt(document: Json, place: Location): Json | undefined {
  return place.reduce<Json | undefined>((node, key) => (node as Node | undefined)?.[key], document)
}

/** Replaces every `$ref` by what it points to; siblings such as a description win. */
export function dereference(document: Document, node: Json, above: readonly string[] = []): Json {
  if (Array.isArray(node)) return node.map((item) => dereference(document, item, above))
  if (!isNode(node)) return node
  const { $ref, ...siblings } = node
  const own = mapValues(siblings, (value) => dereference(document, value, above))
  if (typeof $ref !== 'string') return own
  if (above.includes($ref)) throw new Error(`${$ref} refers to itself, which is not supported`)
  const resolved = dereference(document, find(document, $ref), [...above, $ref])
  return isNode(resolved) ? { ...resolved, ...own } : resolved
}
