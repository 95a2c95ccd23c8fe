// document/: what the caller passed, against the document and against what JSON can carry. It sends nothing.

import type { Issue } from '../errors.js'
import type { IdempotencyKey, Operation } from '../operation.js'
import { isObject, isText, memberOf } from '../shared/json.js'
import { findUnwritable } from './parameters.js'
import { findIssues, fits, issueAt, maxIssues } from './schema-check.js'

/** No body of a call or of an answer needs more bytes of JSON. */
export const maxBodyBytes = 1024 * 1024
export const tooLarge = 'is more than 1 MiB of JSON'
const notJson = 'cannot be written as JSON, which has no NaN, Infinity, bigint or circle'

type Fields = Record<string, unknown>

/** Checks what JSON makes of the input, gives it a key where it has none, and writes the body; or finds every problem. */
export function prepareInput(operation: Operation, input: unknown) {
  const { referenceField: field, hasBody, isBodyOptional, parameters, key: rule } = operation
  const { fields, json, issues } = checkInput(operation, input)
  const isValid = issues.length === 0
  const given = memberOf(fields, field)
  const place = rule?.in === 'input' ? rule.name : rule?.argument
  const ownKey = memberOf(fields, place)
  const key = rule && (isText(ownKey) ? ownKey : keyOf(rule, given))
  // A header is filled when it is written.
  const isFilled = rule?.in === 'input' || (place !== undefined && place === field)
  const isKeyLacking = isValid && isFilled && ownKey === undefined
  if (isKeyLacking) fields[place as string] = key
  const reference = memberOf(fields, field)
  const refId = typeof reference === 'string' ? reference : undefined
  const isWhole = parameters === undefined && !isKeyLacking
  const written = hasBody ? (isWhole ? json : bodyOf(fields, parameters)) : undefined
  const hasNoField = parameters ? written === '{}' : input === undefined
  const body = isBodyOptional && hasNoField ? undefined : written
  return {
    fields,
    refId,
    isGiven: given !== undefined,
    issues,
    key,
    hasOwnKey: isText(ownKey),
    body,
  }
}

function bodyOf(fields: Fields, parameters: Operation['parameters']): string {
  const inBody = { ...fields }
  for (const { name } of parameters ?? []) Reflect.deleteProperty(inBody, name)
  return JSON.stringify(inBody)
}

/** The same for each call with the reference, also after a crash; for one without, its own. */
function keyOf(rule: IdempotencyKey, refId: unknown): string {
  if (typeof refId !== 'string') return crypto.randomUUID()
  const key = rule.prefix + refId
  // A reference may be any text, and a header not. A percent sign is encoded too: no two references have one key.
  return rule.in === 'input' || /^[!-$&-~]*$/.test(key) ? key : encodeURIComponent(key)
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
  const checked = misfits.length === 0 ? operation : { referenceField }
  const issues = misfits.concat(findUnusable(checked, fields, input))
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

/** Finds what fits the document but must not be sent: a blank or missing reference, or a parameter that cannot be written. */
function findUnusable(
  { referenceField: field, parameters }: Partial<Pick<Operation, 'referenceField' | 'parameters'>>,
  fields: Fields,
  input: unknown,
): Issue[] {
  const problems = parameters ? findUnwritable(parameters, fields) : []
  const reference = memberOf(fields, field)
  if (field !== undefined) {
    const isBlank = typeof reference === 'string' && reference.trim() === ''
    // The code that was to fill it has probably failed.
    const isUnfilled = reference === undefined && isObject(input) && Object.hasOwn(input, field)
    const flaw = isBlank ? 'blank' : isUnfilled && 'undefined'
    if (flaw) problems.push([field, `is ${flaw}; give it a value or leave it out`])
  }
  return problems.map(([name, problem]) => issueAt([undefined, name], problem))
}
