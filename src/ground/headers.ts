import { redact } from './redact.js'

/** Headers of a request, in lower case. */
export type HeaderFields = Readonly<Record<string, string>>

/** What is of one connection (RFC 9110, section 7.6.1), of the body as it was written, or ours to say. */
export const notPassedOn =
  /^(?:authorization|content-.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/

/** What a name says whose value is a secret, such as the key of a gateway. */
const secretNames = /key|token|secret|auth|cookie|passw|signature/

/** A header's name (RFC 9110, section 5.1). */
export const fieldName = /^[!#$%&'*+.^`|~\w-]{1,256}$/

/** A header's value (RFC 9110, section 5.5), without what servers read in different ways. */
export const fieldValue = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/

/**
 * The headers that a caller gives, under names in lower case; what is undefined is left out.
 * @throws TypeError in a sentence that never shows a value.
 */
export function readHeaders(owner: string, given: unknown): HeaderFields | undefined {
  if (given === undefined) return undefined
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`${owner}: headers must be an object of names and values`)
  const pairs: unknown[] =
    Symbol.iterator in given ? [...(given as Headers)] : Object.entries(given)
  const fields = Object.create(null) as Record<string, string>
  for (const pair of pairs) {
    const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : []
    if (value === undefined && name !== undefined) continue
    if (typeof name !== 'string' || !fieldName.test(name))
      throw new TypeError(`${owner}: headers has a name that is none (RFC 9110, section 5.1)`)
    const known = name.toLowerCase()
    const told = `${owner}: the header ${known.slice(0, 40)}`
    if (notPassedOn.test(known)) throw new TypeError(`${told} is written by the client itself`)
    if (typeof value !== 'string' || !fieldValue.test(value))
      throw new TypeError(`${told} must be visible ASCII, with spaces only inside of it`)
    if (known in fields) throw new TypeError(`${told} is given more than once`)
    fields[known] = value
  }
  return fields
}

/** Of the headers that a fetch was given, those that go along. */
export function passedOn(headers: Headers): HeaderFields {
  return Object.fromEntries([...headers].filter(([name]) => !notPassedOn.test(name)))
}

/** The values that no error may show. */
export function secretsIn(fields: HeaderFields): string[] {
  return Object.keys(fields).flatMap((name) => (secretNames.test(name) ? (fields[name] ?? []) : []))
}

/** A copy without secrets; none where a transport's headers cannot be read. */
export function redactHeaders(
  headers: Headers | undefined,
  secrets: readonly string[],
): Headers | undefined {
  if (headers === undefined) return undefined
  try {
    const clean = new Headers()
    for (const [name, value] of headers) clean.append(name, redact(value, secrets))
    return clean
  } catch {
    return undefined
  }
}

/** Characters of a request id that are kept at most. */
const longestId = 200

/** The head of an answer; one header may be had without making all of them. */
export interface Head {
  /** All of them. */
  readonly headers: Headers
  /** One, by its name in lower case. */
  header?(name: string): string | undefined
}

/** What an answer's header names the request by, for the support of who answered. */
export function requestIdIn(
  head: Head | undefined,
  name: string,
  secrets: readonly string[],
): string | undefined {
  if (head === undefined) return undefined
  try {
    const id = head.header ? head.header(name) : head.headers.get(name)
    return id ? redact(id, secrets).slice(0, longestId) : undefined
  } catch {
    return undefined
  }
}
