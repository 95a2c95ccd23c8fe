import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import {
  type Document,
  type Json,
  listOperations,
  type Schema,
} from '../../scripts/lib/document.js'

/** Our own document, bundled. */
export const document = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
) as Document

export const operations = listOperations(document)

export function find(operationId: string) {
  const operation = operations.find(({ id }) => id === operationId)
  if (operation === undefined) throw new Error(`no operation ${operationId}`)
  return operation
}

const ajv = new Ajv2020({ allErrors: true, strict: false })
formats.default(ajv)
ajv.addSchema(document, 'openapi.json')

/** By references into the document, which Ajv follows from the name of the whole. */
function compile(schema: Schema = false): ValidateFunction {
  const text = JSON.stringify(schema)
  const rooted = (key: string, value: Json) =>
    key === '$ref' && typeof value === 'string' ? `openapi.json${value}` : value
  return ajv.compile(JSON.parse(text, rooted) as object)
}

/** A second opinion on bodies, by Ajv from the document itself, with all formats. */
export const requestByAjv = Object.fromEntries(
  operations.map(({ id, request }) => [id, compile(request)]),
)

export const statusOf = (operationId: string): number => Number(find(operationId).successes[0]?.[0])

export function schemaOf(name: string): Record<string, Json> {
  return document.components.schemas[name] as Record<string, Json>
}
