import { redact } from '../ground/redact.js'
import { MayBeSentError, NotSentError } from './transport.js'

interface Fault {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/** The chain of causes is followed only so far, because an error may be its own cause. */
const mostCauses = 8

/**
 * Whether a failure proves that no byte of the request left. A name is no proof: each error in the
 * chain, and each member of an AggregateError, has to be of resolving, connecting or the handshake.
 */
export function provesUnsent(error: unknown, depth = 0): boolean {
  if (!isFault(error) || depth > mostCauses || error instanceof MayBeSentError) return false
  if (error instanceof NotSentError) return true
  const below = [...membersOf(error), ...(isFault(error.cause) ? [error.cause] : [])]
  const proven = below.every((fault) => provesUnsent(fault, depth + 1))
  // Node copies the first member's code to an AggregateError, so its own code proves nothing more;
  // an error without a code only wraps others.
  const wraps = membersOf(error).length > 0 || !(isText(error.code) || isText(error.syscall))
  return proven && (isBeforeSending(error) || (wraps && below.length > 0))
}

/** Codes that only resolving, connecting and the check of the server's certificate give. */
const earlyCodes =
  /^(ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_CERT_ALTNAME_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)\w*)$/

/**
 * Failures without a code of their own, which only the message identifies: fetch refuses some
 * ports, Node's handshake broke, Bun or Deno could not connect.
 */
const earlySentences =
  /^bad port$|^Client network socket disconnected before secure TLS connection was established$|\bUnable to connect\. Is the computer able to access the url\?|\bclient error \(Connect\)/

function isBeforeSending({ code, syscall, message }: Fault): boolean {
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    (isText(code) && earlyCodes.test(code)) ||
    (isText(message) && earlySentences.test(message))
  )
}

/** A copy of the innermost cause without what a library may have attached, such as the request. */
export function describe(error: unknown, secrets: readonly string[]): Error {
  const { code, message } = chain(error).at(-1) ?? {}
  const copy = new Error(isText(message) ? redact(message, secrets) : 'unknown')
  return isCode(code) ? Object.assign(copy, { code: redact(code, secrets) }) : copy
}

/** The codes of an error and its causes, for a sentence. */
export function codesOf(error: unknown): string {
  const found = chain(error).map(({ code }) => code)
  const told = [...new Set(found.filter(isCode))]
  return told.length > 0 ? ` (${told.join(', ')})` : ''
}

/** An error and its causes; of an AggregateError, the first member. */
function chain(error: unknown, depth = 0): Fault[] {
  if (!isFault(error) || depth > mostCauses) return []
  return [error, ...chain(membersOf(error)[0] ?? error.cause, depth + 1)]
}

function membersOf({ errors }: Fault): readonly unknown[] {
  return Array.isArray(errors) ? errors : []
}

function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isCode(code: unknown): code is string {
  return typeof code === 'string' && /^[\w/]{1,64}$/.test(code)
}
