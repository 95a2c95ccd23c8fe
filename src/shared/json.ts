/** Made at its first use: a test in jsdom, which has none, can import the package (https://github.com/jsdom/jsdom/issues/2524). */
let utf8: TextDecoder | undefined

/** @throws TypeError for bytes that are no text */
export function readUtf8(bytes: Uint8Array | undefined): string {
  utf8 ??= new TextDecoder('utf-8', { fatal: true })
  return utf8.decode(bytes)
}

/** The value of a text of JSON; undefined for any other text, and for bytes that are no text. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : readUtf8(text)) as unknown
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member of a value, which may be no object. A member of a polluted Object.prototype does not count. */
export function memberOf<Value>(
  object: Readonly<Record<string, Value>>,
  name: string | undefined,
): Value | undefined
export function memberOf(value: unknown, name: string | undefined): unknown
export function memberOf(value: unknown, name: string | undefined): unknown {
  return isObject(value) && name !== undefined && Object.hasOwn(value, name)
    ? value[name]
    : undefined
}

/** Whether a value has a registered symbol, which values of another copy of this package have too. */
export function isBranded(value: unknown, brand: symbol): boolean {
  return isObjectOrList(value) && brand in value
}

/** Whether a value is a text that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/**
 * Reads an object whose numbers are kept as they are written.
 * @throws SyntaxError in words for the caller, without a part of the text
 */
export function readJson(json: string): object {
  const value = parseJson(json)
  if (value === undefined) throw new SyntaxError('is not JSON')
  if (!isObject(value)) throw new SyntaxError('must be a JSON object')
  // A number with too many digits would be another number once it is parsed.
  if (manyDigits.test(json) && [...json.matchAll(stringOrNumber)].some(([one]) => !isExact(one)))
    throw new SyntaxError('has a number with more digits than can be kept; give it as a string')
  return value
}

const manyDigits = /[\d.eE+-]{16}/
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

function isExact(token: string): boolean {
  return token.startsWith('"') || token.length <= 15 || String(Number(token)) === token
}

/**
 * The paths at which two values of JSON differ, such as `amount` or `members.0.id`. Decimals are compared by their value.
 * Of an `isAnswer`, only members count that both have, and letters are the same in either case, as in an address (EIP-55).
 */
export function differences(one: unknown, other: unknown, isAnswer = false, path = ''): string[] {
  if (one === other) return []
  if (!isObjectOrList(one) || !isObjectOrList(other) || Array.isArray(one) !== Array.isArray(other))
    return isSame(toValue(one, other), toValue(other, one), isAnswer) ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const isThere = (value: typeof one, name: string): boolean =>
    Object.hasOwn(value, name) && value[name] !== null
  const counts = (name: string): boolean =>
    !isAnswer || Array.isArray(one) || (isThere(one, name) && isThere(other, name))
  return [...names]
    .filter(counts)
    .flatMap((name) =>
      differences(one[name], other[name], isAnswer, path === '' ? name : `${path}.${name}`),
    )
}

const isSame = (one: unknown, other: unknown, isAnswer: boolean): boolean =>
  one === other ||
  (isAnswer && isText(one) && isText(other) && one.toLowerCase() === other.toLowerCase())

export function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Members of a refusal with a code or a sentence for people (RFC 9457, RFC 6749). Any other member may be personal. */
const quotedMembers = ['code', 'error', 'title', 'message', 'msg', 'detail', 'error_description']

/** The words of a refusal in these members, which tell one refusal from another: `Bad Request: amount is too low; no market`. */
export function wordsIn(body: unknown): string {
  const { error, errors } = isObject(body) ? body : {}
  const within = [error, errors].flat().map(quotedIn)
  const whole = [quotedIn(body), joined(within, '; ')]
  return joined(whole, ': ').slice(0, 200)
}

function quotedIn(part: unknown): string {
  const words = quotedMembers.map((name) => memberOf(part, name))
  return joined(words.filter((word) => isText(word) || typeof word === 'number').map(String), ': ')
}

/** The texts that are not empty, each once. */
const joined = (texts: readonly string[], separator: string): string =>
  [...new Set(texts.filter(Boolean))].join(separator)

/** `12.50`, `12.5` and the number are one value; `007` and `7`, which may be names, are two. A number has few digits. */
function toValue(text: unknown, other: unknown): unknown {
  if (isText(text) && typeof other === 'number') return Number(text)
  if (!isText(text) || text.length > 100 || !/^\d*\.\d+$/.test(text)) return text
  const [whole = '', part = ''] = text.split('.')
  // A text of at most a hundred characters.
  // oxlint-disable-next-line regexp/no-super-linear-move
  return [whole.replace(/^0+/, '') || '0', part.replace(/0+$/, '')].filter(Boolean).join('.')
}
