import { Serializability } from './body.js'
import { InvalidRequestError, unsent } from './errors.js'
import { type Issue, findIssues } from './issues.js'
import type { Check, Operation } from './operation.js'

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
  const issues = findProblems(request, input)
  if (issues.length > 0) {
    const given =
      field && isRecord(input) ? Object.getOwnPropertyDescriptor(input, field) : undefined
    const refId = typeof given?.value === 'string' ? given.value : undefined
    throw new InvalidRequestError(unsent(operation, refId), issues)
  }
  const fields = { ...(input as Record<string, unknown>) }
  if (field && generateRefId) fields[field] ??= crypto.randomUUID()
  const refId = field && (fields[field] as string | undefined)
  return { input: fields, text: hasBody ? JSON.stringify(fields) : undefined, refId }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function findProblems(check: Check, input: unknown): Issue[] {
  try {
    const { issues, readable } = new Serializability(input)
    if (!readable) return issues
    const places = issues.map(({ path }) => path)
    return [...issues, ...findIssues(check, input).filter(({ path }) => !places.includes(path))]
  } catch {
    return [{ path: '$', message: 'the body threw an error when it was read' }]
  }
}
