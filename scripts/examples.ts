import { readFile } from 'node:fs/promises'
import { operations as table } from '../generated/operations.js'
import { parametersOf, writeHeaders, writeUrl } from '../src/url.js'
import {
  type Document,
  type Examples,
  type Json,
  type Operation,
  type ParameterObject,
  dereference,
  listOperations,
} from './generate/document.js'

type Fields = Record<string, Json>

/** One named example of an operation: what is sent and what comes back. */
export interface Example {
  readonly operationId: string
  readonly method: string
  /** The template of the document. */
  readonly path: string
  readonly name: string
  readonly summary: string
  /** What a method of the client is called with: parameters beside the fields of the body. */
  readonly request: Fields
  readonly response: Fields
  /** What goes over the wire: the path with its parameters and the query, the headers of parameters, the body. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Fields | undefined
}

/** Every named example of the document, in its order. */
export async function readExamples(): Promise<Example[]> {
  const file = new URL('../generated/openapi.json', import.meta.url)
  const document = JSON.parse(await readFile(file, 'utf8')) as Document
  return listOperations(document).flatMap((operation) => examplesOf(document, operation))
}

/** What to add where, so that an operation can be shown by an example. */
export function missingExample({ id, method, path }: Pick<Operation, 'id' | 'method' | 'path'>) {
  const place = `openapi/openapi.yaml, paths.${path}.${method.toLowerCase()}`
  return `${id} has no example: add one of a name to the 200 response, and under the same name to the request body or the parameters (${place})`
}

/** A name of examples stands for one call: of the response, of the body and of each parameter that has it. */
function examplesOf(document: Document, operation: Operation): Example[] {
  const { id, method, path, parameters, requestBody, responses } = operation
  const own = table[id]
  if (own === undefined) throw new Error(`${id} is not in generated/: run npm run generate`)
  const named = (node: unknown): Examples =>
    dereference(document, (node ?? {}) as Json) as unknown as Examples
  const answers = named(responses['200']?.content?.['application/json']?.examples)
  const bodies = named(requestBody?.content?.['application/json']?.examples)
  for (const name of Object.keys(bodies))
    if (answers[name] === undefined) throw new Error(`${id}: no response example named ${name}`)
  return Object.entries(answers).map(([name, answer]) => {
    const body = bodies[name]
    if (requestBody !== undefined && body === undefined)
      throw new Error(`${id}: no request example named ${name}`)
    const fields = body?.value as Fields | undefined
    const given = parameters.flatMap((parameter): [string, Json][] => {
      const value = exampleOf(parameter, name, named(parameter.examples))
      if (value === undefined && parameter.required === true)
        throw new Error(`${id}: the parameter ${parameter.name} has no example named ${name}`)
      return value === undefined ? [] : [[parameter.name, value]]
    })
    const request = { ...Object.fromEntries(given), ...fields }
    return {
      ...{ operationId: id, method, path, name, request },
      summary: body?.summary ?? answer.summary ?? name,
      response: answer.value as Fields,
      url: writeUrl('', own, request),
      headers: writeHeaders(own, request),
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

/** Whether an example is a call of a body alone, which any program can make without writing parameters. */
export function isPlain({ operationId, body }: Example): boolean {
  const operation = table[operationId]
  return body !== undefined && operation !== undefined && parametersOf(operation).length === 0
}

/** The first example of each operation that has one. */
export async function readFirstExamples(): Promise<Example[]> {
  const first = new Map<string, Example>()
  for (const example of await readExamples())
    if (!first.has(example.operationId)) first.set(example.operationId, example)
  return [...first.values()]
}
