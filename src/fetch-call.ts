// The body and the answer of a call that is made by `fetch`, or by path.

import type { ClientCall } from './call/client-call.js'
import { type Received, secretsOf } from './call-context.js'
import { maxBodyBytes, tooLarge } from './document/prepare-input.js'
import { ClientError } from './errors.js'
import type { Operation } from './operation.js'
import { redactHeaders, setCookie } from './shared/headers.js'
import { readJson } from './shared/json.js'
import { redact } from './shared/redact.js'

export const noBody = 'the body is not allowed: the operation takes none'

/** The object in a body, which may be `read`, where the operation takes one. A sentence says why it cannot be sent. */
export function readText(
  text: string,
  operation: Operation,
  read?: object,
): object | string | undefined {
  const { hasBody, isBodyOptional, parameters = [] } = operation
  if (hasBody && !text && !isBodyOptional) return 'the body is missing'
  if (!text) return undefined
  if (!hasBody) return noBody
  if (text.length > maxBodyBytes) return `the body ${tooLarge}`
  try {
    const body = read ?? readJson(text)
    const stray = parameters.find(({ name }) => Object.hasOwn(body, name))
    return stray ? `${stray.name} is a parameter, not a field of the body` : body
  } catch (error) {
    return `the body ${(error as SyntaxError).message}`
  }
}

/** Whether an error says that the service refused the call. */
export const isRefusal = (error: unknown): boolean =>
  ClientError.is(error) && error.outcome === 'rejected'

/** The answer of a call that succeeded. */
export const successResponse = (call: ClientCall): Response =>
  toResponse(call, call.context.answer?.body?.bytes as Uint8Array<ArrayBuffer>, [])

/** The answer of a call that the service refused, redacted, in case it repeats the token. */
export function refusalResponse(
  call: ClientCall,
  rewrite = (text: string): string => text,
): Response {
  const { context } = call
  const secrets = secretsOf(context)
  const text = new TextDecoder().decode(context.answer?.body?.bytes)
  return toResponse(call, rewrite(redact(text, secrets)), secrets)
}

/** Headers that are no longer true once a body was decoded and read whole, and the one that opens a session. */
const notPassedBack = ['content-encoding', 'content-length', 'transfer-encoding', setCookie]

function toResponse(call: ClientCall, body: BodyInit, secrets: readonly string[]): Response {
  // A call that succeeded or was refused has an answer.
  const { url, status, response: answer } = call.context.answer as Received
  const { statusText = '', headers: fields } = answer
  const headers = secrets.length > 0 ? (redactHeaders(fields, secrets) ?? fields) : fields
  const init = { status, statusText: redact(statusText, secrets), headers }
  // The constructor throws for a body with these statuses (the fetch standard, null body status).
  const content = status === 204 || status === 205 ? null : body
  const response = new Response(content, init)
  // It has a copy of them.
  for (const name of notPassedBack) response.headers.delete(name)
  return Object.defineProperty(response, 'url', { value: url })
}
