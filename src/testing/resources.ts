import { fits } from '../document/schema-check.js'
import type { Operation, Rules, Schema, Values } from '../operation.js'
import { isObject, isText, memberOf } from '../shared/json.js'
import {
  canonical,
  type ExampleAnswer,
  fill,
  type Filter,
  memberRules,
  type Named,
  put,
  read,
  type ResourceRule,
} from './example-answer.js'

/**
 * The data of a success, undefined for an operation without data, and the data as later updates change it; or a status: 404
 * for a resource that was not made or is gone, 400 for an unknown cursor.
 */
type Result =
  { readonly data: unknown; readonly updated?: () => unknown } | { readonly status: 400 | 404 }

interface Resource {
  readonly kind: string
  /** Its number among all that were made, which is the order of lists. */
  readonly position: number
  /** Its identifiers and references. */
  readonly names: readonly unknown[]
  readonly data: Record<string, unknown>
  /** All fields that were sent for the resource. */
  readonly input: Values
  /** The fields that were updated since it was last answered. */
  readonly updates: Record<string, unknown>
  /** Of a part such as a settlement: the number of the resource that it belongs to, and the path that reads it. */
  readonly of?: { readonly owner: number; readonly path: string }
}

/** The length of a page, where the document says none. */
const pageLength = 100

/**
 * Answers requests that fit the document, and stores the resources that they make. The request of an example gets its
 * response. Any other gets the fields that it sent, new identifiers and the current time. Each operation that answers with
 * a resource finds those that other operations made, and no others.
 */
export function createResources(
  operations: Readonly<Record<string, Operation>>,
  answers: Readonly<Record<string, ExampleAnswer>>,
) {
  const made = new Map<number, Resource>()
  let count = 0

  const find = ({ kind, filters }: Named, input: Values): readonly Resource[] =>
    [...made.values()].filter((one) => one.kind === kind && hasAll(one, filters, input))

  /** The list of a read: in pages by `x-pagination`, each as long as the request says, else the document; or all in one. */
  const page = (
    { base }: ExampleAnswer,
    rule: ResourceRule,
    operation: Operation,
    input: Values,
  ) => {
    const { pagination, response = true } = operation
    const { path, isMade, list: { length: size } = {} } = rule
    const cursor = pagination && input[pagination.parameter]
    const start = cursor === undefined ? 0 : positionIn(cursor)
    if (!(start <= count)) return { status: 400 } as const
    const rest = find(rule, input).filter(({ position }) => position > start)
    const length = size ? Number(input[size.parameter] ?? size.byDefault) : pageLength
    const items = pagination ? rest.slice(0, Math.max(1, length)) : rest
    const schema = schemaOf(operation, rule)
    const shown = items.map(({ data }) => show(data, schema, read(base, [...path, '0'])))
    const data = put(base, path, isMade ? shown : (read(base, path) ?? []))
    const isLast = items.length === rest.length
    const cursors = isLast ? [undefined, null, ''] : cursorsOf(items.at(-1)?.position ?? 0)
    const pages = pagination ? cursors.map((one) => put(data, pagination.next, one)) : [data]
    return { data: structuredClone(pages.find((one) => fits(response, one)) ?? pages[0]) }
  }

  /** Makes a resource, or changes the existing one. */
  const make = (
    operation: Operation,
    row: ExampleAnswer,
    rule: ResourceRule,
    input: Values,
    there?: Resource,
  ) => {
    const { response = true, identifier, referenceField = '' } = operation
    const { kind, path } = rule
    const before =
      there ?? keysOf(operation, input).flatMap((filters) => find({ kind, filters }, input))[0]
    const example = exampleOf(row, input)
    if (!before && !example && selects(operation, input)) return { status: 404 } as const
    const shown = before && show(before.data, schemaOf(operation, rule), read(row.base, path))
    const data = example
      ? structuredClone(example.response)
      : fill(row, input, response, shown && put(row.base, path, shown))
    const updates = {}
    const id = read(data, identifier ?? [...path, 'id'])
    const resource: Resource = {
      kind,
      position: before?.position ?? ++count,
      names: [...(before?.names ?? []), id, input[referenceField]],
      data: { ...before?.data, ...structuredClone(read(data, path) as Values) },
      input: { ...before?.input, ...input },
      updates,
      ...(before?.of && { of: before.of }),
    }
    made.set(resource.position, resource)
    return { data, updated: () => put(data, path, { ...(read(data, path) as Values), ...updates }) }
  }

  const fresh = (operation: Operation, row: ExampleAnswer, input: Values): unknown =>
    structuredClone(exampleOf(row, input)?.response ?? fill(row, input, operation.response ?? true))

  /** The part of a resource that a path below it reads, such as its settlement: the same each time. */
  const partOf = (
    operation: Operation,
    row: ExampleAnswer,
    { kind, path }: ResourceRule,
    { position: owner, names }: Resource,
    input: Values,
  ): Resource => {
    const isIt = ({ of }: Resource) => of?.owner === owner && of.path === operation.path
    const before = [...made.values()].find(isIt)
    if (before) return before
    const data = read(fresh(operation, row, input), path) as Record<string, unknown>
    const id = memberOf(data, operation.identifier?.at(-1) ?? 'id')
    const part: Resource = {
      kind,
      position: ++count,
      // By the identifier of its owner, an update finds the owner.
      names: names.includes(id) ? [] : [id],
      data,
      input,
      updates: {},
      of: { owner, path: operation.path },
    }
    made.set(part.position, part)
    return part
  }

  const answer = (operation: Operation, input: Values): Result => {
    const { id, method } = operation
    const row = answers[id]
    if (row === undefined) throw new Error(`no example answers ${id}`)
    const { base, named, resource: rule } = row
    const there = named && find(named, input)[0]
    if (named && !there && method !== 'PUT') return { status: 404 }
    if (there && method === 'DELETE' && operation.path.endsWith('}')) made.delete(there.position)
    if (base === undefined) return { data: undefined }
    const isRead = method === 'GET' || method === 'HEAD'
    let own = there?.kind === rule?.kind ? there : undefined
    if (there && rule && isOfPart(row)) own = partOf(operation, row, rule, there, input)
    if (rule?.list && isRead) return page(row, rule, operation, input)
    if (rule && !rule.list && !isRead && method !== 'DELETE')
      return make(operation, row, rule, input, own)
    const found = own ?? (rule?.isMade && isRead ? find(rule, input).at(-1) : undefined)
    if (rule && found) {
      const shown = show(found.data, schemaOf(operation, rule), read(base, rule.path))
      return { data: structuredClone(put(base, rule.path, shown)) }
    }
    if (rule?.isMade && isRead) return { status: 404 }
    return { data: fresh(operation, row, input) }
  }

  /** What was made with an identifier or reference. @throws TypeError in a sentence */
  const oneWith = (name: unknown): Resource => {
    const found = [...made.values()].filter(({ names }) => isText(name) && names.includes(name))
    const [one] = found
    const count = found.length === 0 ? 'nothing that was made' : `${found.length} resources`
    if (one === undefined || found.length > 1)
      throw new TypeError(`${JSON.stringify(name)} is the id or reference of ${count}`)
    return one
  }

  /** The part that an operation reads of what has a name, or of all that was made. @throws TypeError in a sentence */
  const partRead = (operation: Operation, row: ExampleAnswer, owner: unknown): Resource => {
    const { named = { kind: '', filters: {} }, resource } = row
    const all = owner === undefined ? find(named, {}) : [oneWith(owner)]
    const owners = all.filter(({ kind }) => kind === named.kind)
    const [one] = owners
    if (one === undefined || resource === undefined)
      throw new TypeError(`${operation.id} reads a part of nothing that was made`)
    if (owners.length > 1)
      throw new TypeError(
        `${operation.id} reads a part of each of ${owners.length} resources: give the id or reference of one too`,
      )
    const inPath = Object.entries(named.filters).map(
      ([parameter, { field }]) => [parameter, fieldOf(one, field)] as const,
    )
    return partOf(operation, row, resource, one, Object.fromEntries(inPath))
  }

  /**
   * Changes a resource by its identifier or reference, or the part that an operation reads of it. @throws TypeError in a
   * sentence, where nothing would be changed
   */
  const update = (name: unknown, fields: unknown, owner?: unknown): void => {
    if (!isObject(fields)) throw new TypeError('the fields to update must be an object')
    const operation = isText(name) ? memberOf(operations, name) : undefined
    const row = operation && answers[operation.id]
    const isPart = row !== undefined && isOfPart(row)
    if (owner !== undefined && !isPart)
      throw new TypeError(
        `${JSON.stringify(name)} is no operation that reads a part of what was made, such as its settlement`,
      )
    const one = operation && isPart ? partRead(operation, row, owner) : oneWith(name)
    const schemas = Object.values(operations).flatMap((operation) => {
      const rule = answers[operation.id]?.resource
      return rule?.kind === one.kind ? alternatives(schemaOf(operation, rule)) : []
    })
    for (const field of Object.keys(fields))
      if (schemas.every((schema) => memberRules(schema, field) === false))
        throw new TypeError(`no answer of the document has the field ${JSON.stringify(field)}`)
    Object.assign(one.data, fields)
    Object.assign(one.updates, fields)
  }
  return { answer, update }
}

/** Whether an operation answers with an object below a resource that nothing else makes. */
const isOfPart = ({ named, resource }: ExampleAnswer): boolean =>
  named !== undefined && resource !== undefined && !resource.list && !resource.isMade

const alternatives = (schema: Schema): readonly Schema[] => (schema as Rules).oneOf ?? [schema]

/** The schema of the resource in an answer, or of each in its list. */
function schemaOf({ response = true }: Operation, { path, list }: ResourceRule): Schema {
  const schema = path.reduce(memberRules, response)
  return list ? ((schema as Rules).items ?? true) : schema
}

function exampleOf({ examples }: ExampleAnswer, input: Values) {
  return examples.find(({ request }) => canonical(request) === canonical(input))
}

/** The fields that each alternative of the input of a PUT requires. */
function groupsOf({ method, request }: Operation): readonly (readonly string[])[] {
  const schemas = method === 'PUT' && request ? alternatives(request) : []
  return schemas.map((one) => (one as Rules).required ?? [])
}

/**
 * Whether a PUT selects what exists by the identifier that the service gave it: another alternative, which makes one, goes
 * without. What every alternative requires, such as a parameter of the path, is the caller's own.
 */
function selects(operation: Operation, input: Values): boolean {
  const id = operation.identifier?.at(-1) ?? ''
  const isById = groupsOf(operation).map((group) => group.includes(id))
  return id in input && isById.includes(true) && isById.includes(false)
}

/** The fields by which a PUT knows what it changes: those that an alternative of its body requires (RFC 9110, section 9.3.4). */
function keysOf(operation: Operation, input: Values): Named['filters'][] {
  const { identifier = [] } = operation
  const sent = groupsOf(operation).filter(
    (group) => group.length > 0 && group.every((name) => name in input),
  )
  return sent.map((group) => {
    const id = group.filter((name) => name === identifier.at(-1))
    return Object.fromEntries((id.length > 0 ? id : group).map((field) => [field, { field }]))
  })
}

/** Whether a resource has, or was made with, the values of parameters: of a list, one of its values. */
function hasAll(resource: Resource, filters: Named['filters'], input: Values): boolean {
  return Object.entries(filters).every(([parameter, { field, is }]) => {
    const wanted = input[parameter]
    const there = fieldOf(resource, field)
    if (wanted === undefined) return true
    if (is !== undefined) return comparisons[is](valueOf(there) - valueOf(wanted))
    return [wanted].flat().some((one) => [there].flat().includes(one))
  })
}

/** A field as a resource has it, or as it was sent. */
const fieldOf = ({ data, input }: Resource, field: string): unknown =>
  memberOf(data, field) ?? input[field]

const comparisons: Readonly<Record<NonNullable<Filter['is']>, (difference: number) => boolean>> = {
  gte: (difference) => difference >= 0,
  gt: (difference) => difference > 0,
  lte: (difference) => difference <= 0,
  lt: (difference) => difference < 0,
}

/** A number, or a date-time in milliseconds. */
const valueOf = (value: unknown): number =>
  typeof value === 'number' ? value : Date.parse(String(value))

/** The stored members that a schema has, beside those of the example that it requires. */
function show(data: Values, schema: Schema, example: unknown): Values {
  const { properties, required = [], oneOf = [] } = schema as Rules
  const shown = oneOf.map((one) => show(data, one, example)).find((one) => fits(schema, one))
  if (shown !== undefined || properties === undefined) return shown ?? data
  const all = Object.entries({ ...(example as Values | undefined), ...data })
  return Object.fromEntries(
    all.filter(([name]) => name in properties && (name in data || required.includes(name))),
  )
}

/** The cursor of the page after a position, in each form that a document may give it. */
function cursorsOf(position: number): readonly unknown[] {
  const digits = String(position).padStart(12, '0')
  return [String(position), position, `00000000-0000-4000-8000-${digits}`]
}

const positionIn = (cursor: unknown): number => Number(/\d{1,12}$/.exec(String(cursor))?.[0] ?? NaN)
