import { redact } from './redact.js'

interface Fault {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

/** An error and its causes: what went wrong is told by a code somewhere along them. */
function* chain(error: unknown): Generator<Fault> {
  let at = error
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    yield at
    at = (at as Fault).cause
  }
}

/** Codes of failures that can only happen before a request is sent: resolving, connecting, TLS. */
const before =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|CERT_\w+|ERR_TLS_CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|HOSTNAME_MISMATCH|ERR_SSL_WRONG_VERSION_NUMBER)$/

/** Whether a failure proves that the request was not sent. */
export function neverSent(error: unknown): boolean {
  return [...chain(error)].some(
    ({ code, syscall, message }) =>
      (typeof code === 'string' && before.test(code)) ||
      syscall === 'connect' ||
      syscall === 'getaddrinfo' ||
      // Deno gives no code when it cannot connect, nor does fetch for a port that it never uses.
      (typeof message === 'string' && /client error \(Connect\)|^bad port$/.test(message)),
  )
}

/** A copy of the innermost cause without what a library may have attached, such as the request. */
export function describe(error: unknown, secrets: readonly string[]): Error {
  const { code, message } = [...chain(error)].at(-1) ?? {}
  const copy = new Error(typeof message === 'string' ? redact(message, secrets) : 'unknown')
  return isCode(code) ? Object.assign(copy, { code }) : copy
}

/** The codes of an error and its causes, for a sentence. */
export function codesOf(error: unknown): string {
  const codes = [...chain(error)].map(({ code }) => code).filter(isCode)
  return codes.length > 0 ? ` (${codes.join(', ')})` : ''
}

function isCode(code: unknown): code is string {
  return typeof code === 'string' && /^\w{1,64}$/.test(code)
}
