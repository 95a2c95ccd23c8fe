// document/: what the caller passed, against the document and against what JSON can carry. It sends nothing.

import type { IdempotencyKey, Operation } from '../operation.js'
import { isObject, isText, memberOf } from '../shared/json.js'
import { findUnwritable, type Problem } from './parameters.js'
import { findIssues, fits, issueAt, maxIssues } from './schema-check.js'

/** No body of a call or of an answer needs more bytes of JSON. */
export const maxBodyBytes = 1024 * 1024
export const tooLarge = 'is more than 1 MiB of JSON'
const notJson = 'cannot be written as JSON, which has no NaN, Infinity, bigint or circle'

type Fields = Record<string, unknown>

/** Checks what JSON makes of the input, gives it a key where it has none, and writes the body; or finds every problem. */
export function prepareInput(operation: Operation, input: unknown) {
  const { referenceField, hasBody, isBodyOptional, parameters, key: rule } = operation
  const { fields, json, issues } = checkInput(operation, input)
  const reference = memberOf(fields, referenceField)
  const keyField = rule?.in === 'input' ? rule.name : rule?.argument
  const ownKey = memberOf(fields, keyField)
  const hasKey = isText(ownKey)
  const key = rule && (hasKey ? ownKey : makeKey(rule, reference))
  // A key that is no field goes into a header, which the call writes.
  const isReference = keyField !== undefined && keyField === referenceField
  const isField = rule?.in === 'input' || isReference
  const isFilled = isField && ownKey === undefined && issues.length === 0
  if (isFilled) fields[keyField as string] = key
  const refId = memberOf(fields, referenceField)
  const isChecked = parameters === undefined && !isFilled
  const written = hasBody ? (isChecked ? json : bodyOf(fields, parameters)) : undefined
  const hasNoField = parameters ? written === '{}' : input === undefined
  return {
    issues,
    fields,
    isReferenceGiven: reference !== undefined,
    refId: typeof refId === 'string' ? refId : undefined,
    key,
    /** Whether the input has the key. */
    hasKey,
    body: isBodyOptional && hasNoField ? undefined : written,
  }
}

/** Undefined for what JSON leaves out, such as a function. */
const stringify: (value: unknown) => string | undefined = JSON.stringify

/**
 * Checks the JSON that will be sent: it is made once, so that a getter cannot send anything else. It gives the fields as
 * JSON has them, and every reason not to send them.
 */
export function checkInput(
  operation: Pick<
    Operation,
    'hasBody' | 'isBodyOptional' | 'parameters' | 'referenceField' | 'request'
  >,
  input: unknown,
) {
  const { request = true, hasBody, isBodyOptional = !hasBody, referenceField } = operation
  let json: string | undefined
  try {
    // If every parameter is optional, the whole argument may be left out.
    json = stringify(input === undefined && isBodyOptional ? {} : input)
    // JSON has null for NaN and Infinity.
    if (json?.includes('null')) JSON.stringify(input, assertFinite)
  } catch {
    return refused(notJson)
  }
  // One unit of a string is at most three bytes.
  if (json && json.length * 3 > maxBodyBytes && new Blob([json]).size > maxBodyBytes)
    return refused(tooLarge)
  const value: unknown = json && JSON.parse(json)
  const fields = isObject(value) ? (value as Fields) : {}
  const misfits = fits(request, value) ? [] : findIssues(request, value)
  // Of an input that does not fit, that alone is said.
  const parameters = misfits.length === 0 ? operation.parameters : undefined
  const unwritable = parameters ? findUnwritable(parameters, fields) : []
  const problems = [...unwritable, ...findEmptyReference(referenceField, fields, input)]
  const issues = misfits.concat(problems.map(([name, words]) => issueAt([undefined, name], words)))
  return { fields, json: json ?? '', issues: issues.slice(0, maxIssues) }
}

const refused = (rule: string) => {
  return { fields: {} as Fields, json: '', issues: [issueAt(undefined, rule)] }
}

/** @throws RangeError for a number that JSON writes as null */
function assertFinite(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value}`)
  return value
}

/** Finds a reference that is blank, or that the caller gave as undefined, though it may fit the document. */
function findEmptyReference(
  field: string | undefined,
  fields: Fields,
  input: unknown,
): readonly Problem[] {
  if (field === undefined) return []
  const reference = memberOf(fields, field)
  const isBlank = typeof reference === 'string' && reference.trim() === ''
  // The code that was to fill it has probably failed.
  const isUnfilled = reference === undefined && isObject(input) && Object.hasOwn(input, field)
  const flaw = isBlank ? 'blank' : isUnfilled && 'undefined'
  return flaw ? [[field, `is ${flaw}; give it a value or leave it out`]] : []
}

/** A key of the reference, the same for each call with it, also after a crash; without a reference, a new one. */
function makeKey(rule: IdempotencyKey, refId: unknown): string {
  if (typeof refId !== 'string') return crypto.randomUUID()
  const key = rule.prefix + refId
  // A reference may be any text, and a header not. A percent sign is encoded too: no two references have one key.
  return rule.in === 'input' || /^[!-$&-~]*$/.test(key) ? key : encodeURIComponent(key)
}

/** The body: the fields that are no parameters. */
function bodyOf(fields: Fields, parameters: Operation['parameters'] = []): string {
  const inBody = { ...fields }
  for (const { name } of parameters) Reflect.deleteProperty(inBody, name)
  return JSON.stringify(inBody)
}
