// The request that openapi-fetch makes of a call by path, and the answer that it reads.

import type { ClientCall } from './call/client-call.js'
import type { Parameter, Values } from './operation.js'
import { type HeaderFields, isPassedOn } from './shared/headers.js'
import { isObject, isObjectOrList, memberOf, readUtf8 } from './shared/json.js'

export type Places = Readonly<Partial<Record<'path' | 'query' | 'header', Values>>>

/** What openapi-fetch makes of a call: a `Request`, or without middleware a {@link PlainRequest}. */
export type Sent = Pick<Request, 'url' | 'method' | 'headers'> & {
  readonly signal?: AbortSignal
  text(): string | Promise<string>
}

/** A request that no middleware sees. The runtime's `Request` would cost more than all the rest of the call. */
export class PlainRequest {
  declare readonly method: string
  declare readonly headers: Headers
  declare readonly signal?: AbortSignal
  readonly url: string
  readonly #body: unknown

  constructor(url: string, { body, ...init }: RequestInit) {
    this.url = url
    this.#body = body
    Object.assign(this, init)
  }

  /** A `bodySerializer` may give any body. */
  text(): string | Promise<string> {
    const body = (this.#body ?? '') as BodyInit
    return typeof body === 'string' ? body : new Response(body).text()
  }
}

/** What openapi-fetch reads of a response whose text it wants. */
export type TextAnswer = Pick<Response, 'ok' | 'status' | 'text'> & {
  headers: Pick<Headers, 'get'>
}

/** Openapi-fetch looks for a length, and would take it for that of the text. */
const noHeaders = { get: () => null }

export const textAnswerOf = ({ context }: ClientCall): TextAnswer => {
  const { status = 200, body } = context.answer ?? {}
  const text = readUtf8(body?.bytes)
  return { ok: true, status, headers: noHeaders, text: () => Promise.resolve(text) }
}

/** Whether headers are pairs, but no `Headers`. */
export const isIterable = (headers: unknown): headers is Iterable<[string, string]> =>
  isObjectOrList(headers) && Symbol.iterator in headers && !(headers instanceof Headers)

/** Headers as pairs for a check of all: openapi-fetch takes a list of values, and null for a header that is left out. */
export function headerPairs(headers: unknown): unknown {
  if (!isObject(headers) || Symbol.iterator in headers) return headers
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  return given.flatMap(([name, value]) => [value ?? ''].flat().map((one) => [name, one]))
}

/** The content types of a text that the client sends as JSON: the second is that of a `Request` without one (the fetch standard, "extract a body"). */
const textTypes = ['application/json', 'text/plain;charset=UTF-8']

/** The headers of the call, without those of the client; a sentence names one that cannot be sent. */
export function callHeaders(sent: Headers, ofClient: HeaderFields): HeaderFields | string {
  const others = [...sent].filter(
    ([name, value]) =>
      ofClient[name] !== value && !(name === 'content-type' && textTypes.includes(value)),
  )
  const [stray] = others.find(([name]) => !isPassedOn(name)) ?? []
  return stray === undefined
    ? Object.fromEntries(others)
    : `the header ${stray} is written by the client itself, or names another sender, host or method`
}

/** The parameters as the caller gave them; a header also as the request has it. A sentence says why they cannot be sent. */
export function readParams(
  parameters: readonly Parameter[] = [],
  { path, query, header }: Places,
  headers: Headers,
): Values | string {
  // Openapi-fetch leaves null and undefined out of a query (src/index.js, createQuerySerializer).
  const there = Object.entries(query ?? {}).filter(
    ([, value]) => (value ?? undefined) !== undefined,
  )
  const values: Record<string, unknown> = { ...path, ...Object.fromEntries(there) }
  const names = parameters.map(({ name }) => name)
  const stray = Object.keys(values).find((name) => !names.includes(name))
  if (stray !== undefined) return `${stray} is a parameter that is not documented`
  for (const { in: place, name } of parameters)
    if (place === 'header') values[name] = memberOf(header, name) ?? headers.get(name) ?? undefined
  return values
}
