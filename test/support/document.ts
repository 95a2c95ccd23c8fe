import { readFileSync } from 'node:fs'
import { type Document, type Json, listOperations } from '../../scripts/lib/document.js'

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

export const statusOf = (operationId: string): number => Number(find(operationId).successes[0]?.[0])

export function schemaOf(name: string): Record<string, Json> {
  return document.components.schemas[name] as Record<string, Json>
}
