import { isObjectOrList, isText, memberOf } from '../shared/json.js'
import { redact } from '../shared/redact.js'
import { MayBeSentError, NotSentError } from './transport.js'

/** The chain of causes is followed only so far, because an error may be its own cause. */
const maxCauses = 8

/**
 * Whether a failure proves that no byte of the request left. The transport may say so. Where it cannot know (a request
 * without a body, Deno, a transport of the caller), each error in the chain and each member of an AggregateError has to
 * be about resolving, connecting or the handshake. One name alone is no proof.
 */
export function provesUnsent(error: unknown, depth = 0): boolean {
  if (!isObjectOrList(error) || depth > maxCauses || MayBeSentError.is(error)) return false
  if (NotSentError.is(error)) return true
  const fault = read(error)
  const { code, syscall, cause, errors } = fault
  const below = [...errors, ...(isObjectOrList(cause) ? [cause] : [])]
  const proven = below.every((one) => provesUnsent(one, depth + 1))
  // Node copies the first member's code to an AggregateError, so its own code proves nothing more;
  // an error without a code only wraps others.
  const wraps = errors.length > 0 || !(isText(code) || isText(syscall))
  return proven && (isBeforeSending(fault) || (wraps && below.length > 0))
}

/** Codes that only resolving, connecting and the check of the server's certificate give. */
const earlyCodes =
  /^(ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_CERT_ALTNAME_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)\w*)$/

/** The words of a fetch for a port that it does not call (the fetch standard, port blocking). */
const blockedPort = 'bad port'

/** Deno's failures have no code of their own: only the message says that it could not connect. */
const earlySentence = /\bclient error \(Connect\)|^bad port$/

function isBeforeSending({ code, syscall, message }: Fault): boolean {
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    (isText(code) && earlyCodes.test(code)) ||
    (isText(message) && earlySentence.test(message))
  )
}

/**
 * The words of a fetch that refuses a request, such as for a character in a header: a TypeError without a code in its chain.
 * Undici and MSW use two sentences for a failure of the network.
 */
export function fetchRefusal(error: unknown): string | undefined {
  const { name, message } = (chain(error).at(-1)?.error ?? {}) as Partial<Error>
  const isRefusal = name === 'TypeError' && codesOf(error) === ''
  if (message === blockedPort) return message
  return isRefusal && !/^(?:fetch failed|Failed to fetch)$/.test(message ?? '')
    ? message
    : undefined
}

/** A copy of the innermost cause without the members of a library, such as the request. */
export function describe(error: unknown, secrets: readonly string[]): Error {
  const { code, message } = chain(error).at(-1) ?? {}
  const copy = new Error(isText(message) ? redact(message, secrets) : 'unknown')
  return isCode(code) ? Object.assign(copy, { code: redact(code, secrets) }) : copy
}

/** The codes of an error and its causes for a sentence, with the status that a proxy answered and where to read on. */
export function codesOf(error: unknown): string {
  const faults = chain(error)
  const facts = new Set(faults.map(({ code }) => code).filter(isCode))
  const certificate = [...facts].some((code) => /CERT|VERIFY_LEAF/.test(code))
  for (const { message } of faults) {
    const [, status] = /Proxy response \((\d{3})\)/.exec(isText(message) ? message : '') ?? []
    if (status) facts.add(`the proxy answered ${status}`)
  }
  const hint = certificate ? '; for a private CA see openapi/guides/proxies.md' : ''
  return facts.size > 0 ? ` (${[...facts].join(', ')}${hint})` : ''
}

function chain(error: unknown, depth = 0): Fault[] {
  if (!isObjectOrList(error) || depth > maxCauses) return []
  const fault = read(error)
  return [fault, ...chain(fault.errors[0] ?? fault.cause, depth + 1)]
}

/** The error's own members: one on a polluted Object.prototype proves nothing. */
function read(error: object) {
  const errors = memberOf(error, 'errors')
  return {
    error,
    code: memberOf(error, 'code'),
    syscall: memberOf(error, 'syscall'),
    message: memberOf(error, 'message'),
    cause: memberOf(error, 'cause'),
    errors: Array.isArray(errors) ? (errors as unknown[]) : [],
  }
}

type Fault = ReturnType<typeof read>

function isCode(code: unknown): code is string {
  return typeof code === 'string' && /^[\w/]{1,64}$/.test(code)
}
