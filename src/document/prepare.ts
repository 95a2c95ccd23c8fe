// document/: what the caller passed, against the document and against what JSON can carry. It sends nothing.

import type { Issue } from '../errors.js'
import { bare, isObject } from '../shared/json.js'
import { copyBody } from './copy-body.js'
import { createCheck } from './create-check.js'
import { findIssues, maxIssues, memberPath } from './find-issues.js'
import type { Operation, Parameter, Schema } from './operation.js'

/**
 * Checks what the caller passed against the document, gives it a reference where it has none, and
 * serialises it; or finds every problem.
 */
export function prepare(operation: Operation, input: unknown, generateRefId: boolean) {
  const { request, referenceField: field, hasBody } = operation
  if (request === undefined) return { fields: {}, body: undefined, refId: undefined, issues: [] }
  const { fields, issues } = checkInput(operation, request, input)
  if (field !== undefined && generateRefId && issues.length === 0)
    fields[field] ??= crypto.randomUUID()
  const reference = field === undefined ? undefined : fields[field]
  const refId = typeof reference === 'string' ? reference : undefined
  const body = hasBody && issues.length === 0 ? bodyOf(operation, fields) : undefined
  return { fields, body, refId, issues }
}

/** The body: the input without its parameters. */
function bodyOf({ parameters }: Operation, fields: Checked['fields']): string {
  if (parameters.length === 0) return JSON.stringify(fields)
  const body = bare(fields) as Checked['fields']
  for (const { name } of parameters) Reflect.deleteProperty(body, name)
  return JSON.stringify(body)
}

interface Checked {
  readonly fields: Record<string, unknown>
  readonly issues: readonly Issue[]
}

/** Finds every reason not to send what the caller passed, against the document and against what can be sent. */
export function checkInput(operation: Operation, request: Schema, input: unknown): Checked {
  let copied: ReturnType<typeof copyBody>
  try {
    // If every parameter is optional, the whole argument may be left out.
    const isLeftOut = input === undefined && !operation.hasBody
    copied = copyBody(isLeftOut ? {} : input, operation.referenceField)
  } catch {
    const message = 'the body threw an error when it was read'
    return { fields: {}, issues: [{ path: '$', message }] }
  }
  const { issues, readable } = copied
  const fields = (isObject(copied.fields) ? copied.fields : {}) as Checked['fields']
  if (!readable) return { fields, issues }
  const broken = findIssues(createCheck(request), copied.fields)
  if (issues.length + broken.length === 0)
    return { fields, issues: findUnusable(operation, fields) }
  const places = issues.map(({ path }) => path)
  const others = broken.filter(({ path }) => !places.includes(path))
  return { fields, issues: [...issues, ...others].slice(0, maxIssues) }
}

/**
 * Finds what fits the document but must not be sent: a blank reference, or a parameter that a URL
 * or header cannot carry.
 */
function findUnusable(operation: Operation, fields: Checked['fields']): Issue[] {
  const { referenceField, parameters } = operation
  const issues: Issue[] = []
  const refuse = (name: string, problem: string): void => {
    issues.push({ path: memberPath('$', name), message: `${name} ${problem}` })
  }
  const reference = referenceField === undefined ? undefined : fields[referenceField]
  if (referenceField !== undefined && typeof reference === 'string' && reference.trim() === '')
    refuse(referenceField, 'is blank, and could not be looked up; give it a value or leave it out')
  for (const parameter of parameters) {
    const { in: place, name } = parameter
    const value = fields[name]
    if (value === undefined) continue
    const items = [value].flat().map(String)
    // URL parsers turn `.` and `..` into another path, even percent-encoded (the URL standard, path
    // state).
    if (place === 'path' && ['', '.', '..'].includes(items.join()))
      refuse(name, `is ${JSON.stringify(items.join())}, which leads to another path`)
    else if (items.length === 0) refuse(name, 'is an empty list, which cannot be written')
    else if (items.some((item) => isParted(parameter, item)))
      refuse(name, 'has an item that contains the separator, which would split the item')
    else if (place === 'header') {
      if (!items.every((item) => /^[!-~](?:[ -~]*[!-~])?$/.test(item)))
        refuse(
          name,
          'must be visible ASCII, with spaces only inside of it, because it is sent in a header',
        )
    } else if (items.some((item) => /\p{Surrogate}/u.test(item)))
      refuse(name, 'has half of a surrogate pair, which a URL cannot carry')
  }
  return issues
}

/**
 * Whether an item holds the separator of its list, so that it would be read as two items. A comma
 * in a URL is no problem: inside of an item it is percent-encoded.
 */
function isParted({ in: place, separator }: Parameter, item: string): boolean {
  if (separator === undefined) return false
  if (separator === ',') return place === 'header' && item.includes(',')
  return item.includes(decodeURIComponent(separator))
}
