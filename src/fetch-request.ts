import { type HeaderFields, passedOn } from './shared/headers.js'
import { isObject, parseJson } from './shared/json.js'
import { isSignal } from './shared/check-options.js'

/** What a fetch was asked for. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: HeaderFields
  readonly signal: AbortSignal | undefined
  /** Absent where there is none; of a `Request`, nobody can tell before it is read. */
  readonly body: string | (() => Promise<ArrayBuffer>) | undefined
}

/** Reads what fetch takes: a `Request` of any make, or an address, and what it is to be overridden by. */
export function readAsked(input: unknown, init: unknown): Asked {
  const request = typeof input === 'object' && !(input instanceof URL) ? input : undefined
  const given = (name: string): unknown => read(init, name) ?? read(request, name)
  const body = read(init, 'body') ?? undefined
  const signal = read(init, 'signal') === null ? undefined : given('signal')
  return {
    method: text(given('method') ?? 'GET').toUpperCase(),
    url: text(request === undefined ? input : read(request, 'url')),
    headers: passedOn(new Headers(given('headers') as HeadersInit | undefined)),
    signal: isSignal(signal) ? signal : undefined,
    body: typeof body === 'string' ? body : bytesOf(body, request),
  }
}

function bytesOf(body: unknown, request: object | null | undefined): Asked['body'] {
  if (body !== undefined) return () => new Response(body as BodyInit).arrayBuffer()
  const arrayBuffer = read(request, 'arrayBuffer') as Request['arrayBuffer'] | undefined
  return arrayBuffer && (() => arrayBuffer.call(request))
}

/**
 * Reads a member of the object or of its class, but none that someone added to Object.prototype.
 */
function read(from: unknown, name: string): unknown {
  if (typeof from !== 'object') return undefined
  for (let owner = from; owner !== null; owner = Object.getPrototypeOf(owner) as object | null)
    if (owner !== Object.prototype && Object.hasOwn(owner, name))
      return (from as Readonly<Record<string, unknown>>)[name]
  return undefined
}

function text(value: unknown): string {
  return typeof value === 'string' || value instanceof URL ? String(value) : ''
}

/**
 * The object that a text of JSON holds.
 * @throws SyntaxError in words for the caller, which show nothing of the text.
 */
export function readJson(text: string): object {
  const value = parseJson(text)
  if (value === undefined) throw new SyntaxError('is not JSON')
  if (!isObject(value)) throw new SyntaxError('must be a JSON object')
  // A number with too many digits would be another one once it is parsed.
  if (
    manyDigits.test(text) &&
    [...text.matchAll(stringOrNumber)].some(([token]) => !isExact(token))
  )
    throw new SyntaxError('has a number with more digits than can be kept; give it as a string')
  return value
}

const manyDigits = /[\d.eE+-]{16}/
const stringOrNumber = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g

function isExact(token: string): boolean {
  if (token.startsWith('"') || token.length <= 15) return true
  return String(Number(token)) === token
}
