import { mapKey } from '../generate/read/answers.js'
import { readDocument } from '../generate/write/folder.js'
import {
  type Document,
  isNode,
  type Json,
  listOperations,
  mapValues,
  type Node,
  type Operation,
  placeOf,
} from '../lib/document.js'
import { errorsIn } from '../lib/each.js'
import type { Applied } from './apply.js'
import { operationIn, withLine } from './validate.js'

/**
 * The errors of all operations that no client can be made for, and the document without these operations, and without links to
 * them: a document has many at once, and each is an error of its own.
 */
export function withoutRefused(applied: Applied) {
  const errors: Error[] = []
  let document = applied.document as object as Document
  for (;;) {
    try {
      readDocument(document)
      return { errors, document }
    } catch (reason) {
      const refused = errorsIn(reason).flatMap((error) => {
        const operations = operationsOf(document, error)
        const located = withLine({ ...applied, document: document as object as Json }, error)
        errors.push(named(located, error, operations))
        return operations
      })
      // Without an operation to leave out, the next reading would end in the same way.
      if (refused.length === 0) return { errors, document: undefined }
      document = without(document, refused)
    }
  }
}

/** The operations of which an error is: that which it names, or those that the schema at its beginning is a part of. */
function operationsOf(document: Document, { name, message }: Error): readonly Operation[] {
  if (name !== 'Error') return []
  const operation = operationIn(document, message)
  if (operation !== undefined) return [operation]
  const [, schema] = /^#\/components\/schemas\/([^/:]+)/.exec(message) ?? []
  return listOperations(document).filter(({ object }) =>
    referredTo(document, object as object as Json).has(schema ?? ''),
  )
}

/** A sentence about a schema, with the operations that it is a part of. */
function named(located: Error, { message }: Error, operations: readonly Operation[]): Error {
  if (operations.some(({ method, path }) => message.includes(`${method} ${path}`))) return located
  const places = operations.map(placeOf).join(', ')
  return places === '' ? located : new Error(`${located.message} (in ${places})`)
}

/** The names of all schemas that a part leads to. */
function referredTo(document: Document, part: Json, names = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/\w+\/([^/"]+)/g)) {
    if (names.has(name)) continue
    names.add(name)
    const { components } = document as object as { components: Record<string, Node> }
    for (const parts of Object.values(components)) referredTo(document, parts[name] ?? null, names)
  }
  return names
}

/** A document without operations, the links to them, and the schemas that no other operation leads to. */
function without(document: Document, refused: readonly Operation[]): Document {
  const ids = refused.map(({ id }) => id)
  const paths = mapValues(document.paths, (item, path) => {
    const gone = refused.filter((one) => one.path === path).map(({ method }) => method)
    const left = Object.entries(item).filter(([method]) => !gone.includes(method.toUpperCase()))
    return Object.fromEntries(left)
  })
  const leadsOn = (link: Json): boolean =>
    !isNode(link) || !ids.some((id) => id === link['operationId'])
  const linked = mapKey({ ...document, paths } as object as Json, 'links', (links) =>
    isNode(links)
      ? Object.fromEntries(Object.entries(links).filter(([, link]) => leadsOn(link)))
      : links,
  ) as object as Document
  const was = new Set(
    refused.flatMap((one) => [...referredTo(document, one.object as object as Json)]),
  )
  const is = referredTo(linked, linked.paths as object as Json)
  const schemas = Object.entries(linked.components.schemas).filter(
    ([name]) => is.has(name) || !was.has(name),
  )
  return { ...linked, components: { ...linked.components, schemas: Object.fromEntries(schemas) } }
}
