/** A shorter text is hardly a secret, and would be found inside ordinary words by chance. */
const minSecret = 8

/** The pieces of a long secret for a pattern, none too short: V8 compiles no pattern of many thousand groups. */
const pieces = /[^]{1,500}(?![^]{1,7}$)/gu

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')

const literal = (text: string): string =>
  text.replace(/[^a-z\d]/gi, (unit) => String.raw`\u${hex(unit.charCodeAt(0), 4)}`)

const inEitherCase = (digits: string): string =>
  digits.replace(/[a-f]/g, (one) => `[${one}${one.toUpperCase()}]`)

/**
 * A character as it is, and as JSON (RFC 8259), a URL (RFC 3986) and a form write it. A bare backslash, which also begins an
 * escape, is left out: a run of backslashes would fit in many ways, and take exponential time.
 */
function spellings(character: string): string {
  const units = character.split('').map((unit) => hex(unit.charCodeAt(0), 4))
  const bytes = Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${inEitherCase(hex(byte, 2))}`,
  )
  const plain = new Set([character, JSON.stringify(character).slice(1, -1)])
  if (character === '/') plain.add('\\/')
  if (character === ' ') plain.add('+')
  plain.delete('\\')
  const coded = units.map((unit) => String.raw`\\u${inEitherCase(unit)}`).join('')
  const all = [...Array.from(plain, literal), coded, bytes.join('')]
  return `(?:${all.join('|')})`
}

/** A pattern of the secrets that a text may hold, the longest first; undefined for a text without any. */
function patternOf(secrets: readonly string[], text: string): RegExp | undefined {
  const possible = [...new Set(secrets)].filter((secret) => {
    // Letters and digits are never escaped: a text without the first run of them does not hold the secret.
    const [run = ''] = /[a-z\d]{1,32}/i.exec(secret) ?? []
    return secret.length >= minSecret && text.includes(run)
  })
  if (possible.length === 0) return undefined
  const parts = possible
    .sort((one, other) => other.length - one.length)
    .flatMap((secret) => secret.match(pieces) ?? [])
  const forms = parts.flatMap((part) => [literal(part), part.replace(/[^a-zA-Z\d]/gu, spellings)])
  return new RegExp(`(?:${[...new Set(forms)].join('|')})+`, 'g')
}

const hide = (text: string, pattern: RegExp): string => text.replace(pattern, '[redacted]')

/**
 * Replaces secrets in a text, as they are and as JSON, URLs and forms write them. The text is cut after that, so that no part
 * of a secret is left at its end.
 */
export function redact(text: string, secrets: readonly string[], maxLength = Infinity): string {
  const pattern = patternOf(secrets, text)
  return (pattern ? hide(text, pattern) : text).slice(0, maxLength)
}

/** The same for every string in a JSON value, names of members included. */
export function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  const json = JSON.stringify(value)
  const pattern = patternOf(secrets, json)
  if (pattern === undefined) return value
  const clean = (member: unknown): unknown => {
    if (typeof member === 'string') return hide(member, pattern)
    if (typeof member !== 'object' || member === null) return member
    if (Array.isArray(member)) return member.map(clean)
    const members = Object.entries(member)
    return Object.fromEntries(members.map(([name, one]) => [hide(name, pattern), clean(one)]))
  }
  return clean(value) as Value
}

/** The most characters that a message quotes of a text from outside. */
const maxMessage = 2_000

/** A text for one line of a log: characters that move the cursor, turn the direction or begin a line are escaped. */
export function printable(text: string, maxLength = maxMessage): string {
  const excerpt = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  return excerpt.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (one) => '\\u' + (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  )
}

/** The kind of a thrown value, whose words may hold a secret. */
export function kindOf(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : undefined
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : typeof thrown
}
