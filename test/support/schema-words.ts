import { dereference, type Json, type Operation } from '../../scripts/lib/document.js'
import { document, find } from './document.js'

type Fields = Record<string, Json>

/** The schemas of what an operation takes and gives, without references. */
export function resolvedBodies(id: string): (Fields | undefined)[] {
  const { requestBody, responses } = dereference(
    document,
    find(id) as unknown as Json,
  ) as unknown as Operation
  return [requestBody, responses['200']].map(
    (side) => side?.content?.['application/json']?.schema as Fields | undefined,
  )
}
