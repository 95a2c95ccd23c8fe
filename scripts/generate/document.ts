import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { redocly } from '../redocly.js'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Schema = boolean | { [key: string]: Json }

/** The parts of an OpenAPI document that the generators read. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Record<string, Record<string, OperationObject>>
  readonly components: {
    readonly schemas: Record<string, Schema>
    readonly securitySchemes: Record<string, SecurityScheme>
  }
}

export interface OperationObject {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly ParameterObject[]
  readonly security?: readonly Record<string, readonly string[]>[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, { readonly schema: Schema }> }
  >
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface SecurityScheme {
  readonly flows?: Record<string, { readonly scopes: Record<string, string> }>
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly object: OperationObject
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Bundles the document into one file without references to other files, and reads it back. */
export async function bundle(file: string, folder: string): Promise<Document> {
  const output = join(folder, 'bundle.tmp.yaml')
  const { code, stderr } = await redocly('bundle', file, '--output', output, '--lint-config', 'off')
  if (code !== 0) throw new Error(`${file} could not be bundled:\n${stderr}`)
  const document = parse(await readFile(output, 'utf8')) as Document
  await rm(output)
  return document
}

/** The operations of the document in its own order. */
export function listOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, object]) => ({
        id: object.operationId,
        method: method.toUpperCase(),
        path,
        object,
      })),
  )
}

/** Every scope that the document's security schemes name. */
export function listScopes(document: Document): string[] {
  const flows = Object.values(document.components.securitySchemes).flatMap((scheme) =>
    Object.values(scheme.flows ?? {}),
  )
  return [...new Set(flows.flatMap((flow) => Object.keys(flow.scopes)))]
}

export function requestSchema(operation: Operation): Schema | undefined {
  return operation.object.requestBody?.content['application/json']?.schema
}

/** The schema of the first 2xx response with a JSON body, and its status. */
export function responseSchema(
  operation: Operation,
): { status: string; schema: Schema } | undefined {
  for (const [status, response] of Object.entries(operation.object.responses)) {
    const schema = response.content?.['application/json']?.schema
    if (/^2/.test(status) && schema !== undefined) return { status, schema }
  }
  return undefined
}

/** Replaces every `$ref` by what it points to; siblings such as a description win. */
export function dereference(document: Document, node: Json): Json {
  if (Array.isArray(node)) return node.map((item) => dereference(document, item))
  if (node === null || typeof node !== 'object') return node
  const { $ref, ...siblings } = node
  const own = Object.fromEntries(
    Object.entries(siblings).map(([key, value]) => [key, dereference(document, value)]),
  )
  if (typeof $ref !== 'string') return own
  const target = $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json | undefined>(
      (at, key) =>
        (at as Record<string, Json> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      document as unknown as Json,
    )
  if (target === undefined) throw new Error(`the document has no ${$ref}`)
  const resolved = dereference(document, target)
  return resolved !== null && typeof resolved === 'object' && !Array.isArray(resolved)
    ? { ...resolved, ...own }
    : resolved
}
