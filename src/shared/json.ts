/** Made at its first use: a test in jsdom, which has none, can import the package (https://github.com/jsdom/jsdom/issues/2524). */
let utf8: TextDecoder | undefined

/** The value of a text of JSON; undefined for any other text, and for bytes that are no text. */
export function parseJson(text: string | Uint8Array): unknown {
  try {
    if (typeof text === 'string') return JSON.parse(text) as unknown
    utf8 ??= new TextDecoder('utf-8', { fatal: true })
    return JSON.parse(utf8.decode(text)) as unknown
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
 * With `shared`, only members that both objects have count.
 */
export function differences(one: unknown, other: unknown, shared = false, path = ''): string[] {
  if (!isObjectOrList(one) || !isObjectOrList(other) || Array.isArray(one) !== Array.isArray(other))
    return toValue(one, other) === toValue(other, one) ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const counts = (name: string): boolean =>
    !shared || Array.isArray(one) || (Object.hasOwn(one, name) && Object.hasOwn(other, name))
  return [...names]
    .filter(counts)
    .flatMap((name) =>
      differences(one[name], other[name], shared, path === '' ? name : `${path}.${name}`),
    )
}

export function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** The member that makes an answer an error, which may repeat the reference beside an id, but no other value that was sent. */
export function errorIn(answer: object, sent: object, reference?: string): string | undefined {
  let error: string | undefined
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    if (name !== reference && Object.hasOwn(sent, name)) return undefined
    if (!/error|^success$/i.test(name)) continue
    const isFilled = isObjectOrList(value) ? Object.keys(value).length > 0 : Boolean(value)
    if (isFilled === /error/i.test(name)) error ??= name
  }
  return error
}

/** Members of a refusal with a code or a sentence for people (RFC 9457, RFC 6749). Any other member may be personal. */
const quotedMembers = ['code', 'error', 'title', 'message', 'msg', 'detail', 'error_description']

/** The words of a refusal in these members, which tell one refusal from another. */
export function wordsIn(body: unknown): string {
  const { error, errors } = isObject(body) ? body : {}
  const parts = [body, ...[error, errors].flat()].filter(isObject)
  const words = parts.flatMap((part) => quotedMembers.map((name) => part[name]))
  return [...new Set(words.filter((word) => isText(word) || typeof word === 'number'))]
    .join(': ')
    .slice(0, 200)
}

/** `12.50`, `12.5` and the number are one value; `007` and `7`, which may be names, are two. A number has few digits. */
function toValue(text: unknown, other: unknown): unknown {
  if (isText(text) && typeof other === 'number') return Number(text)
  if (!isText(text) || text.length > 100 || !/^\d*\.\d+$/.test(text)) return text
  const [whole = '', part = ''] = text.split('.')
  // A text of at most a hundred characters.
  // eslint-disable-next-line regexp/no-super-linear-move
  return [whole.replace(/^0+/, '') || '0', part.replace(/0+$/, '')].filter(Boolean).join('.')
}
