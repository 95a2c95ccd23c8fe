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

/** Every form in which one of the secrets may be written, the longest first: others may be a part of it. */
function formsOf(secrets: readonly string[]): string[] {
  const sought = secrets.filter(({ length }) => length >= minSecret)
  const write = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => [text, ...escapes.map((escape) => escape(text))])
  const once = new Set(write(sought))
  return [...new Set(write([...once]))].sort((one, other) => other.length - one.length)
}

const replace = (text: string, forms: readonly string[]): string =>
  forms.reduce((clean, form) => clean.replaceAll(form, '[redacted]'), text)

/**
 * Replaces secrets in a text, as they are and as JSON, URLs, forms and HTML write them, once or twice. The text is cut
 * only then: a cut before could leave a part of a secret.
 */
export function redact(text: string, secrets: readonly string[], maxLength = Infinity): string {
  // Escaping makes a text longer, so a secret longer than the text cannot be in it.
  const possible = secrets.filter(({ length }) => length <= text.length)
  return replace(text, formsOf(possible)).slice(0, maxLength)
}

/**
 * The same for every string in a JSON value. Names of members are redacted only by secrets that do
 * not look like a word: with a token such as `nickname`, the member `nickname` would else lose its
 * name.
 */
export function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  const forms = formsOf(secrets)
  const noWords = forms.filter((form) => !/^[a-z_]{1,24}$/i.test(form))
  const clean = (member: unknown): unknown => {
    if (typeof member === 'string') return replace(member, forms)
    if (typeof member !== 'object' || member === null) return member
    if (Array.isArray(member)) return member.map(clean)
    const members = Object.entries(member)
    return Object.fromEntries(members.map(([name, one]) => [replace(name, noWords), clean(one)]))
  }
  return clean(value) as Value
}
