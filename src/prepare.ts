import { checkSerializable } from './body.js'
import { InvalidRequestError } from './errors.js'
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
 * Checks what the caller passed against the document and serialises it.
 * @throws InvalidRequestError with every problem; nothing was sent.
 */
export function prepare(operation: Operation, input: unknown): Prepared {
  if (operation.request === undefined) return { input: {}, text: undefined, refId: undefined }
  const issues = findProblems(operation.request, input)
  if (issues.length > 0) throw new InvalidRequestError(issues, operation)
  const fields = input as Record<string, unknown>
  const refId = operation.referenceField && (fields[operation.referenceField] as string | undefined)
  return { input: fields, text: operation.hasBody ? JSON.stringify(fields) : undefined, refId }
}

function findProblems(check: Check, input: unknown): Issue[] {
  try {
    const { issues, readable } = checkSerializable(input)
    if (!readable) return issues
    const places = issues.map(({ path }) => path)
    return [...issues, ...findIssues(check, input).filter(({ path }) => !places.includes(path))]
  } catch {
    return [{ path: '$', message: 'the body threw an error when it was read' }]
  }
}
