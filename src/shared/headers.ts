import { redact } from './redact.js'

/** Headers of a request, in lower case. */
export type HeaderFields = Readonly<Record<string, string>>

/**
 * Headers that belong to one connection (RFC 9110, section 7.6.1), describe the body, or are
 * written by this client.
 */
export const notPassedOn =
  /^(?:authorization|content-.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/

/** Headers whose value is no secret: they name the sender, the wanted form of the answer, and the request. */
const publicNames =
  /^(?:accept(?:-.*)?|content-type|user-agent|(?:x-)?(?:request|correlation|trace)-id|x-amzn-trace-id|traceparent|tracestate|b3|x-b3-.*)$/

/** A header's name (RFC 9110, section 5.1). */
export const fieldName = /^[!#$%&'*+.^`|~\w-]{1,256}$/

/**
 * The headers that a caller gives, under names in lower case; an undefined value is left out.
 * @throws TypeError in a sentence that never shows a value.
 */
export function readHeaders(owner: string, input: unknown): HeaderFields | undefined {
  if (input === undefined) return undefined
  const fields = toFields(input)
  if (!fields)
    throw new TypeError(`${owner}: headers must be valid names and values (RFC 9110, section 5)`)
  const own = Object.keys(fields).find((name) => notPassedOn.test(name))
  if (own) throw new TypeError(`${owner}: the header ${own} is written by the client itself`)
  return fields
}

function toFields(input: unknown): HeaderFields | undefined {
  try {
    const isList = Symbol.iterator in (input as object)
    const pairs = isList ? [...(input as Headers)] : Object.entries(input as object)
    const given = pairs.filter(([, value]) => value !== undefined) as [string, string][]
    // `Headers` would make the text "null" of null.
    const isText = given.every(([, value]) => /^(?:string|number|boolean)$/.test(typeof value))
    return isText ? Object.fromEntries(new Headers(given)) : undefined
  } catch {
    // The error of the runtime shows the value.
    return undefined
  }
}

/**
 * Headers of a given request that concern its sender or its earlier way, that make some servers take another method,
 * host or path than was checked, or that make a proxy send a request again (Envoy, Linkerd).
 */
const ofTheSender =
  /^(?:cookie2?|referer|origin|via|forwarded|x-real-ip|(?:x-(?:envoy|forwarded)|l5d)-.*|x-(?:.*-)?(?:host|method|path|ur[il])(?:-override)?)$/

export const isPassedOn = (name: string): boolean =>
  !notPassedOn.test(name) && !ofTheSender.test(name)

export const passedOn = (headers: Headers): HeaderFields =>
  Object.fromEntries([...headers].filter(([name]) => isPassedOn(name)))

/** The headers that may name an account: those that name neither the request nor the sender. */
export const namingAccount = (headers: HeaderFields): HeaderFields =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !namesRequest(name)))

/** Whether a header says nothing of the account: it names the request or the sender. */
export const namesRequest = (name: string): boolean =>
  publicNames.test(name) || /^(?:x-)?idempotency-key$/.test(name)

/** The values of headers that no error may show: whole, and the text after their scheme. */
export function secretsIn(fields: HeaderFields): string[] {
  const secret = Object.entries(fields).filter(([name]) => !publicNames.test(name))
  return secret.flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)])
}

/** The header that opens a session: a reader of a log could use it. */
export const setCookie = 'set-cookie'

/** A copy without secrets; undefined if there are no headers. */
export function redactHeaders(headers: Headers | undefined, secrets: readonly string[]) {
  if (headers === undefined) return undefined
  const pairs = [...headers].map(([name, value]) => [name, redact(value, secrets)])
  const clean = new Headers(pairs as [string, string][])
  clean.delete(setCookie)
  return clean
}

/**
 * Seconds that an answer asks to wait (RFC 9110, section 10.2.3). A date counts from the answer's
 * own Date, so that a wrong clock here does not matter. Undefined for any other text.
 */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
  // A date begins with the name of a day; Date.parse takes a negative number for a year. An old form of a date has no zone
  // (RFC 9110, section 5.6.7).
  if (!/^[a-z]{3}/i.test(value)) return undefined
  const until = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`)
  const now = Date.parse(headers.get('Date') ?? '') || Date.now()
  return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1000)
}
