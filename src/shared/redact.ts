/** A shorter text is hardly a secret, and would be found inside ordinary words by chance. */
const minSecret = 8

type Escape = (text: string) => string

const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1)
// Half of a surrogate pair cannot be encoded, nor sent.
const inUrl: Escape = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
/** RFC 3986 reserves more characters than JavaScript escapes. */
const inRawUrl: Escape = (text) => inUrl(text).replace(/[!'()*]/g, (one) => `%${hex(one)}`)
/** Libraries differ in which characters they leave as they are. */
const inUrlBut = (kept: RegExp): Escape => {
  return (text) => inRawUrl(text).replace(kept, decodeURIComponent)
}
const inForm: Escape = (text) => new URLSearchParams([['', text]]).toString().slice(1)
const inLowerCase: Escape = (text) => text.replace(/%../g, (one) => one.toLowerCase())
const hex = (one: string): string => one.charCodeAt(0).toString(16).toUpperCase()
const code = (one: string): string => `\\u${hex(one.slice(-1)).padStart(4, '0')}`
const lowCode = (one: string): string => code(one).toLowerCase()
/** Libraries differ in which characters they escape, and in which of these they write by a name. */
const inHtml = (characters: RegExp, names: Readonly<Record<string, string>>): Escape[] =>
  [(one: string) => one.charCodeAt(0), (one: string) => `x${hex(one)}`].map(
    (number) => (text) => text.replace(characters, (one) => names[one] ?? `&#${number(one)};`),
  )
const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const quoted = { ...named, '"': '&quot;' }

/** The ways in which servers write a text. Some write it twice, such as in a URL in a URL. */
const escapes: readonly Escape[] = [
  inJson,
  (text) => inJson(text).replaceAll('/', '\\/'),
  (text) => inJson(text).replace(/[<>&]/g, lowCode), // Go
  (text) => inJson(text).replace(/[<>&'=]/g, lowCode), // Gson
  (text) => inJson(text).replace(/[\u0080-\uffff]/g, lowCode), // Python
  (text) => inJson(text).replace(/\\"|[<>&'+`\u0080-\uffff]/g, code), // .NET
  (text) => text.replace(/[\\'"<>&=;`-]/g, code), // Django
  (text) => text.replace(/['\\]/g, '\\$&'), // Python, in single quotes
  inUrl,
  inRawUrl, // PHP
  inUrlBut(/%2F/g), // Python
  inUrlBut(/%(?:2[46B]|3[AD]|40)/g), // Go
  inUrlBut(/%(?:2[1346-9ABCF]|3[ABDF]|40)/g), // encodeURI
  inForm,
  (text) => inLowerCase(inUrl(text)),
  (text) => inLowerCase(inForm(text)),
  ...inHtml(/[&<>"'/=+`]/g, {}), // every special character by its number
  ...inHtml(/[&<>"']/g, quoted), // Python, lodash
  ...inHtml(/[&<>"']/g, { ...quoted, "'": '&#039;' }), // PHP
  ...inHtml(/[&<>"'+]/g, named), // Go
  ...inHtml(/[&<>"']/g, named), // Go, Jinja
  ...inHtml(/[&<>"'/]/g, quoted), // OWASP
  ...inHtml(/[&<>"']/g, { ...quoted, "'": '&apos;' }), // XML
  ...inHtml(/[&<>"'`=]/g, quoted), // Handlebars
  ...inHtml(/[&<>"'`=/]/g, { ...quoted, "'": '&#39;' }), // mustache
]

/**
 * The secrets that may be in a text, each in the forms in which it may be written, all of which have the same letters and
 * digits. No form is shorter than its secret.
 */
function patternsIn(text: string, secrets: readonly string[]) {
  return [...new Set(secrets)].flatMap((secret) => {
    if (secret.length < minSecret || secret.length > text.length) return []
    // Nobody escapes letters and digits: where a run of them is missing, the secret is in no form.
    const runs = secret.match(/[a-z\d]{1,32}/gi) ?? []
    const anchor = runs.reduce((one, other) => (other.length > one.length ? other : one), '')
    if (!text.includes(anchor)) return []
    const forms = formsOf(secret)
    return { secret, anchor, forms, longest: Math.max(...forms.map(({ length }) => length)) }
  })
}

function formsOf(secret: string): string[] {
  const write = (text: string): string[] => [text, ...escapes.map((escape) => escape(text))]
  return [...new Set([...new Set(write(secret))].flatMap(write))]
}

type Place = [start: number, end: number]

/**
 * Where a form is in a text, by the algorithm of Knuth, Morris and Pratt: its time grows with the sum of both lengths.
 * That of a repeated `indexOf` grows with their product, where both are one letter many times. Places that overlap are one.
 */
function placesOf(form: string, text: string): Place[] {
  const places: Place[] = []
  // Forms differ from their first special character on, and most of them are not there.
  const special = Math.max(0, form.search(/[^a-z\d]/i))
  if (!text.includes(form.slice(special, special + 32))) return places
  const both = form + text
  /** For each length of a beginning of the form: how much of its end is a beginning too. */
  const borders = new Uint32Array(form.length + 1)
  for (let at = 1, same = 0; at < both.length; at++) {
    const one = both.charCodeAt(at)
    while (same > 0 && form.charCodeAt(same) !== one) same = borders[same] ?? 0
    if (form.charCodeAt(same) === one) same++
    if (at < form.length) borders[at + 1] = same
    const end = at + 1 - form.length
    const start = end - form.length
    if (same < form.length || start < 0) continue
    const last = places.at(-1)
    if (last && start < last[1]) last[1] = end
    else places.push([start, end])
  }
  return places
}

function hide(text: string, patterns: ReturnType<typeof patternsIn>, maxLength = Infinity): string {
  // A secret that begins in the part that is kept is found to its end.
  const part = text.slice(0, maxLength + Math.max(0, ...patterns.map(({ longest }) => longest)))
  const present = patterns.filter(({ anchor }) => part.includes(anchor))
  const places = present.flatMap(({ forms }) => forms.flatMap((form) => placesOf(form, part)))
  let clean = ''
  let done = 0
  for (const [start, end] of places.sort(([one], [other]) => one - other)) {
    if (start >= maxLength) break
    if (start >= done) clean += `${part.slice(done, start)}[redacted]`
    done = Math.max(done, end)
  }
  return (clean + part.slice(done, maxLength)).slice(0, maxLength)
}

/**
 * Replaces secrets in a text, as they are and as JSON, URLs, forms and HTML write them, once or twice. It gives no more
 * than the first characters of the text, and no part of a secret that is cut there.
 */
export function redact(text: string, secrets: readonly string[], maxLength?: number): string {
  return hide(text, patternsIn(text, secrets), maxLength)
}

/**
 * The same for every string in a JSON value. Names of members are redacted only by secrets that do
 * not look like a word: with a token such as `nickname`, the member `nickname` would else lose its
 * name.
 */
export function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  const patterns = patternsIn(JSON.stringify(value), secrets)
  if (patterns.length === 0) return value
  const noWords = patterns.filter(({ secret }) => !/^[a-z_]{1,24}$/i.test(secret))
  const clean = (member: unknown): unknown => {
    if (typeof member === 'string') return hide(member, patterns)
    if (typeof member !== 'object' || member === null) return member
    if (Array.isArray(member)) return member.map(clean)
    const members = Object.entries(member)
    return Object.fromEntries(members.map(([name, one]) => [hide(name, noWords), clean(one)]))
  }
  return clean(value) as Value
}

/** A message says no more than this of what others wrote. */
const maxMessage = 2_000

/** A text for one line of a log: what would move the cursor, turn the direction or begin a line is escaped. */
export function printable(text: string, maxLength = maxMessage): string {
  const excerpt = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
  return excerpt.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (one) => '\\u' + (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  )
}

/** The kind of what was thrown, where its words may hold a secret. */
export function kindOf(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : undefined
  return typeof name === 'string' && /^\w{1,64}$/.test(name) ? name : typeof thrown
}
