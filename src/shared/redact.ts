/** A shorter text is hardly a secret, and would be found inside ordinary words by chance. */
const minSecret = 8

type Escape = (text: string) => string

const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1)
// Half of a surrogate pair cannot be encoded, nor sent.
const inUrl: Escape = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
const inForm: Escape = (text) => new URLSearchParams([['', text]]).toString().slice(1)
const inLowerCase: Escape = (text) => text.replace(/%../g, (one) => one.toLowerCase())
const hex = (one: string): string => one.charCodeAt(0).toString(16).toUpperCase()
/** Libraries differ in which characters they escape, and in which of these they write by a name. */
const inHtml = (characters: RegExp, names: Readonly<Record<string, string>>): Escape[] =>
  [10, 16].map((base) => (text) => {
    const number = (one: string): string => `&#${base === 16 ? `x${hex(one)}` : one.charCodeAt(0)};`
    return text.replace(characters, (one) => names[one] ?? number(one))
  })
const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const quoted = { ...named, '"': '&quot;' }

/** The ways in which servers write a text. Some write it twice, such as in a URL in a URL. */
const escapes: readonly Escape[] = [
  inJson,
  (text) => inJson(text).replaceAll('/', '\\/'),
  (text) => inJson(text).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`), // Go
  (text) => inJson(text).replace(/[<>&'+]/g, (one) => `\\u00${hex(one)}`), // .NET
  inUrl,
  inForm,
  (text) => inLowerCase(inUrl(text)),
  (text) => inLowerCase(inForm(text)),
  ...inHtml(/[&<>"'/=+`]/g, {}), // every special character by its number
  ...inHtml(/[&<>"']/g, quoted), // Python, lodash
  ...inHtml(/[&<>"'+]/g, named), // Go
  ...inHtml(/[&<>"'`=]/g, quoted), // Handlebars
  ...inHtml(/[&<>"'`=/]/g, { ...quoted, "'": '&#39;' }), // mustache
]

/** Nobody escapes letters and digits: where the longest run of them is missing, the secret is in no form in a text. */
function isPossible(secret: string, text: string): boolean {
  const runs = secret.match(/[a-z\d]+/gi) ?? []
  const longest = runs.reduce((one, other) => (other.length > one.length ? other : one), '')
  return secret.length >= minSecret && text.includes(longest)
}

/** Every form in which one of the secrets may be written, the longest first: others may be a part of it. */
function formsOf(secrets: readonly string[]): string[] {
  const write = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => [text, ...escapes.map((escape) => escape(text))])
  const once = new Set(write(secrets))
  return [...new Set(write([...once]))].sort((one, other) => other.length - one.length)
}

/**
 * Replaces secrets in a text, as they are and as JSON, URLs, forms and HTML write them, once or twice. The text is cut
 * only then: a cut before could leave a part of a secret.
 */
export function redact(text: string, secrets: readonly string[], maxLength = Infinity): string {
  const forms = formsOf(secrets.filter((secret) => isPossible(secret, text)))
  const clean = forms.reduce((rest, form) => rest.replaceAll(form, '[redacted]'), text)
  return clean.slice(0, maxLength)
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
