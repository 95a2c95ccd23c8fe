import { printable } from '../shared/redact.js'

/** Why a request is refused, as plain Prism writes it (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  /** Each rule that the request breaks. */
  readonly validation?: readonly Violation[] | undefined
}

export interface Violation {
  readonly location?: readonly PropertyKey[]
  readonly severity?: string
  readonly code?: string | number
  readonly message: string
}

type Fields = Readonly<Record<string, string>>

const kind = (status: number, title: string, type?: string) => {
  return { type: type ? `https://stoplight.io/prism/errors#${type}` : 'about:blank', title, status }
}

/** The types and titles of Prism; where it has none, those of HTTP (RFC 9457, section 4.2.1). */
const kinds = {
  400: kind(400, 'Bad Request'),
  401: kind(401, 'Invalid security scheme used', 'UNAUTHORIZED'),
  403: kind(403, 'Forbidden'),
  404: kind(404, 'The server cannot find the requested content', 'NOT_FOUND'),
  noPath: kind(404, 'Route not resolved, no path matched', 'NO_PATH_MATCHED_ERROR'),
  405: kind(405, 'Route resolved, but no method matched', 'NO_METHOD_MATCHED_ERROR'),
  409: kind(409, 'Conflict'),
  413: kind(413, 'Content Too Large'),
  415: kind(415, 'Invalid content type', 'INVALID_CONTENT_TYPE'),
  422: kind(422, 'Invalid request', 'UNPROCESSABLE_ENTITY'),
}

/** Refuses a request for a reason that Prism does not know. */
export function refuse(name: keyof typeof kinds, detail: string, headers: Fields = {}) {
  return refuseWith({ ...kinds[name], detail }, headers)
}

/** Refuses a request that breaks rules. */
export function refuseUnfit(validation: readonly Violation[]) {
  return refuseWith({ ...kinds[422], detail: sentences(validation), validation })
}

export function refuseWith(problem: Problem, headers: Fields = {}) {
  const { status, detail, validation } = problem
  return {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
    text: JSON.stringify(problem),
    reason: printable(validation ? sentences(validation) : detail),
  }
}

const sentences = (violations: readonly Violation[]): string =>
  violations.map(({ message }) => message).join('; ')
