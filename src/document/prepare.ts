// document/: what the caller passed, against the document and against what JSON can carry. It sends nothing.

import type { Issue } from '../errors.js'
import { isObject } from '../shared/json.js'
import { createCheck, findIssues, memberPath, tell } from './check.js'
import type { Operation } from './operation.js'

/** No body of a call needs more bytes of JSON. */
const maxBytes = 1024 * 1024

/** What is sent, once it was checked. */
interface Input {
  /** The parameters and the fields of the body. */
  readonly fields: Record<string, unknown>
  readonly json: string
  readonly issues: readonly Issue[]
}

/** Checks what JSON makes of the input, gives it a reference where it has none, and writes the body; or finds every problem. */
export function prepare(operation: Operation, input: unknown, generateRefId: boolean) {
  const { referenceField: field, hasBody, parameters } = operation
  const { fields, json, issues } = checkInput(operation, input)
  const isGenerated =
    field !== undefined && generateRefId && issues.length === 0 && !Object.hasOwn(fields, field)
  if (isGenerated) fields[field] = crypto.randomUUID()
  const reference = field !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
  const refId = typeof reference === 'string' ? reference : undefined
  if (!hasBody) return { fields, body: undefined, refId, issues }
  if (parameters === undefined && !isGenerated) return { fields, body: json, refId, issues }
  const inBody = { ...fields }
  for (const { name } of parameters?.list ?? []) Reflect.deleteProperty(inBody, name)
  return { fields, body: JSON.stringify(inBody), refId, issues }
}

/** Finds every reason not to send what the caller passed. What is checked is what will be sent: JSON is made of it once. */
export function checkInput(operation: Operation, input: unknown): Input {
  const { request, hasBody } = operation
  const refuse = (...issues: readonly Issue[]): Input => ({ fields: {}, json: '', issues })
  if (request === undefined) return refuse()
  let json: string | undefined
  try {
    // If every parameter is optional, the whole argument may be left out.
    json = JSON.stringify(input === undefined && !hasBody ? {} : input) as string | undefined
    // JSON writes null for NaN and Infinity.
    const lost = json?.includes('null') === true ? findLost(input) : []
    if (lost.length > 0) return refuse(...lost)
  } catch {
    return refuse(...findLost(input, true))
  }
  if (json !== undefined && isTooLong(json)) return refuse(tell('$', 'is more than 1 MiB of JSON'))
  const value: unknown = json === undefined ? undefined : JSON.parse(json)
  const issues = findIssues(createCheck(request), value)
  const fields = isObject(value) ? (value as Input['fields']) : {}
  return {
    fields,
    json: json ?? '',
    issues: issues.length > 0 ? issues : findUnusable(operation, fields, input),
  }
}

function isTooLong(json: string): boolean {
  // One unit of a string is at most three bytes.
  return json.length * 3 > maxBytes && new TextEncoder().encode(json).length > maxBytes
}

/** Each value that JSON cannot carry: a replacer sees it with its place. */
function findLost(input: unknown, failed = false): Issue[] {
  const issues: Issue[] = []
  const path: { readonly key: string; readonly value: unknown }[] = []
  const replacer = function (this: unknown, key: string, value: unknown): unknown {
    while (path.length > 0 && path.at(-1)?.value !== this) path.pop()
    const isCircle = path.some((one) => isReference(value) && one.value === value)
    path.push({ key, value })
    const problem = isCircle ? 'contains itself' : problemOf(value)
    if (problem === undefined) return value
    issues.push(
      tell(
        path.slice(1).reduce((at, one) => memberPath(at, one.key), '$'),
        problem,
      ),
    )
    path.pop()
    return undefined
  }
  try {
    JSON.stringify(input, replacer)
  } catch {
    // Such as a getter that throws, or too many levels.
    issues.length = 0
  }
  return failed && issues.length === 0 ? [tell('$', 'cannot be written as JSON')] : issues
}

const isReference = (value: unknown): boolean => typeof value === 'object' && value !== null

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return 'is a bigint, which JSON cannot carry; give its toString()'
  return typeof value === 'number' && !Number.isFinite(value)
    ? `is ${value}, which JSON cannot carry`
    : undefined
}

/** Finds what fits the document but must not be sent: a blank reference, or a parameter that cannot be written. */
function findUnusable(
  { referenceField: field, parameters }: Operation,
  fields: Input['fields'],
  input: unknown,
): Issue[] {
  const problems = parameters?.findUnusable(fields) ?? []
  if (field !== undefined && Object.hasOwn(fields, field)) {
    if (String(fields[field]).trim() === '')
      problems.unshift([
        field,
        'is blank, and could not be looked up; give it a value or leave it out',
      ])
  } else if (field !== undefined && isObject(input) && Object.hasOwn(input, field))
    // The code that was to fill it has probably failed.
    problems.unshift([field, 'is undefined; leave the field out or give it a value'])
  return problems.map(([name, problem]) => tell(memberPath('$', name), problem))
}
