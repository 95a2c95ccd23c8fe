// document/: what the caller passed, against the document and against what JSON can carry. It sends nothing.

import type { Issue } from '../errors.js'
import { bare, isObject } from '../shared/json.js'
import { copyBody } from './copy-body.js'
import { createCheck } from './create-check.js'
import { findIssues, maxIssues, memberPath } from './find-issues.js'
import type { Operation, Schema } from './operation.js'

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
  if (parameters === undefined) return JSON.stringify(fields)
  const body = bare(fields) as Checked['fields']
  for (const { name } of parameters.list) Reflect.deleteProperty(body, name)
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

/** Finds what fits the document but must not be sent: a blank reference, or a parameter that cannot be written. */
function findUnusable(
  { referenceField, parameters }: Operation,
  fields: Checked['fields'],
): Issue[] {
  const problems = parameters?.findUnusable(fields) ?? []
  const reference = referenceField === undefined ? undefined : fields[referenceField]
  if (referenceField !== undefined && typeof reference === 'string' && reference.trim() === '')
    problems.unshift([
      referenceField,
      'is blank, and could not be looked up; give it a value or leave it out',
    ])
  return problems.map(([name, problem]) => {
    return { path: memberPath('$', name), message: `${name} ${problem}` }
  })
}
