/** A shorter text is hardly a secret, and would be found inside ordinary words by chance. */
const shortestSecret = 8

/** Characters with a name in HTML; the others are written by their number. */
const entities: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '+': 'plus',
  '/': 'sol',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
}

/**
 * Replaces secrets in a text, also where they are escaped as in JSON, a URL or HTML; all secrets in
 * one pass.
 */
export function redact(text: string, secrets: readonly string[]): string {
  // Escaping makes a text longer, never shorter, so a secret longer than the text cannot be in it.
  const whole = secrets.filter(({ length }) => length >= shortestSecret && length <= text.length)
  if (whole.length === 0) return text
  // The longest first, because one secret may be the beginning of another.
  const forms = whole.sort((a, b) => b.length - a.length).map(anyForm)
  return text.replace(new RegExp(forms.join('|'), 'gu'), '[redacted]')
}

/**
 * The same for every string in a JSON value. Names of members are redacted only by secrets that do
 * not look like a word: with a token such as `nickname`, the member `nickname` would else lose its
 * name.
 */
export function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  const noWords = secrets.filter((secret) => !/^[a-z_]{1,24}$/i.test(secret))
  const clean = (member: unknown): unknown => {
    if (typeof member === 'string') return redact(member, secrets)
    if (typeof member !== 'object' || member === null) return member
    if (Array.isArray(member)) return member.map(clean)
    const members = Object.entries(member)
    return Object.fromEntries(members.map(([name, one]) => [redact(name, noWords), clean(one)]))
  }
  return clean(value) as Value
}

/**
 * A pattern for a secret in which each character is plain or escaped. Each repeat has a limit, so
 * that matching stays fast.
 */
function anyForm(secret: string): string {
  return Array.from(secret, (character) => {
    // Letters and digits are never escaped.
    if (/[A-Za-z0-9]/.test(character)) return character
    const code = character.codePointAt(0) ?? 0
    const bytes = Array.from(new TextEncoder().encode(character), (byte) => hex(byte, 2))
    const units = Array.from({ length: character.length }, (_, at) =>
      hex(character.charCodeAt(at), 4),
    )
    const name = entities[character]
    return [
      // Not in a template: terser takes a backslash with `u{` there for an escape of its own.
      String.raw`(?:\\{0,8}` + '\\u{' + code.toString(16) + '}',
      ...(character === ' ' ? [String.raw`\+`] : []),
      bytes.map((byte) => `%(?:25){0,2}${byte}`).join(''),
      units.map((unit) => String.raw`\\{1,8}u${unit}`).join(''),
      `&(?:#0{0,5}${code}|#[xX]0{0,5}${hex(code, 1)}${name === undefined ? '' : `|${name}`});)`,
    ].join('|')
  }).join('')
}

/** Hexadecimal digits, as a pattern for either case. */
function hex(value: number, digits: number): string {
  const text = value.toString(16).padStart(digits, '0')
  return text.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
}
