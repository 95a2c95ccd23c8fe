// check/: what the caller passed, against the document and against what JSON can carry. It sends nothing.

import { BodyCopy } from './body-copy.js'
import { InvalidRequestError, type Issue, unsent } from '../errors.js'
import { findIssues, memberPath } from './issues.js'
import type { Check, Operation } from '../operation.js'

/** A checked request. */
export interface Prepared {
  readonly input: Readonly<Record<string, unknown>>
  /** The body as it is sent; made once, so that a later change of the object changes nothing. */
  readonly text: string | undefined
  readonly refId: string | undefined
}

/**
 * Checks what the caller passed against the document, gives it a reference where it has none, and
 * serialises it.
 * @throws InvalidRequestError with every problem; nothing was sent.
 */
export function prepare(operation: Operation, input: unknown, generateRefId: boolean): Prepared {
  const { request, referenceField: field, hasBody } = operation
  if (request === undefined) return { input: {}, text: undefined, refId: undefined }
  const { fields, issues } = check(operation, request, input)
  const given = field === undefined ? undefined : fields[field]
  if (issues.length > 0) {
    const refId = typeof given === 'string' ? given : undefined
    throw new InvalidRequestError(unsent(operation, refId), issues)
  }
  if (field !== undefined && generateRefId) fields[field] ??= crypto.randomUUID()
  const refId = field && (fields[field] as string | undefined)
  return { input: fields, text: hasBody ? JSON.stringify(fields) : undefined, refId }
}

interface Checked {
  readonly fields: Record<string, unknown>
  readonly issues: readonly Issue[]
}

function check(operation: Operation, request: Check, input: unknown): Checked {
  let copy: BodyCopy
  try {
    copy = new BodyCopy(input)
  } catch {
    const message = 'the body threw an error when it was read'
    return { fields: {}, issues: [{ path: '$', message }] }
  }
  const { value, issues, readable } = copy
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Checked['fields']
  if (!readable) return { fields, issues }
  const places = issues.map(({ path }) => path)
  const broken = findIssues(request, value).filter(({ path }) => !places.includes(path))
  const all = [...issues, ...broken]
  return { fields, issues: all.length > 0 ? all : findEmpty(operation, fields) }
}

/** What fits the document and still names nothing: a blank reference, or a step in a path. */
function findEmpty({ referenceField, pathParameters }: Operation, fields: Checked['fields']) {
  const issues: Issue[] = []
  const refuse = (name: string, problem: string): void => {
    issues.push({ path: memberPath('$', name), message: `${name} ${problem}` })
  }
  const reference = referenceField === undefined ? undefined : fields[referenceField]
  if (referenceField !== undefined && typeof reference === 'string' && reference.trim() === '')
    refuse(referenceField, 'is blank, and could not be looked up; give it a value or leave it out')
  for (const name of pathParameters)
    // URL parsers resolve dots into another path, percent-encoded too (the URL standard, path state).
    if (['', '.', '..'].includes(String(fields[name])))
      refuse(name, `is ${JSON.stringify(fields[name])}, which leads to another path`)
  return issues
}
