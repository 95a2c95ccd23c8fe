/** A shorter text is hardly a secret, and would be found inside ordinary words by chance. */
export const minSecret = 8

/** So often one escaping may be around another, as JSON in JSON. */
const maxLayers = 5

/** No escape of one character is longer than this. */
const maxEscape = 16

/** Characters with a name in HTML; the others are written by their number. */
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  apos: "'",
  plus: '+',
  sol: '/',
  lt: '<',
  equals: '=',
  gt: '>',
}

/** One escaped character, as in JSON, in a URL in UTF-8, or in HTML. Each repeat has an exact or a small limit. */
const escapes =
  /\\(?:u[\da-f]{4}|[^\da-z])|%(?:[0-7][\da-f]|[cd][\da-f]%[\da-f]{2}|e[\da-f](?:%[\da-f]{2}){2}|f[\da-f](?:%[\da-f]{2}){3})|&(?:#x[\da-f]{1,10}|#\d{1,12}|[a-z]{2,6});/gi

/**
 * Replaces secrets in a text, also where they are escaped as in JSON, a URL or HTML, and escaped again. It takes time
 * in proportion to the text, whatever a server wrote there. Of a text beyond `maxLength` characters the rest is left out.
 */
export function redact(text: string, secrets: readonly string[], maxLength = Infinity): string {
  // Escaping makes a text longer, never shorter, so a secret longer than the text cannot be in it.
  const sought = secrets.filter(({ length }) => length >= minSecret && length <= text.length)
  if (sought.length === 0) return text.slice(0, maxLength)
  const longest = Math.max(...sought.map(({ length }) => length))
  // A secret that begins before the end of what is kept has to be found whole.
  let layer: Layer | undefined = { text: text.slice(0, maxLength + longest * maxEscape) }
  const spans: Span[] = []
  for (let depth = 0; layer && depth <= maxLayers; depth++) {
    for (const secret of sought) for (const span of find(secret, layer)) spans.push(span)
    layer = unescape(layer)
  }
  spans.sort(([one], [other]) => one - other)
  let [clean, end] = ['', 0]
  for (const [from, to] of spans) {
    if (from >= maxLength) break
    // Secrets that overlap are replaced as one.
    if (from >= end) clean += `${text.slice(end, from)}[redacted]`
    end = Math.max(end, to)
  }
  return clean + text.slice(end, Math.max(end, maxLength))
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

/** A text from which some escaping was taken, and where each of its units began in the whole text. */
interface Layer {
  readonly text: string
  readonly places?: readonly number[]
}

type Span = readonly [from: number, to: number]

/** Takes off one escaping; undefined if there is none. */
function unescape({ text, places }: Layer): Layer | undefined {
  const placeOf = (at: number): number => places?.[at] ?? at
  const plain: string[] = []
  const began: number[] = []
  let end = 0
  const keep = (until: number): void => {
    plain.push(text.slice(end, until))
    while (end < until) began.push(placeOf(end++))
  }
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    const meant = meaningOf(escape)
    if (meant === undefined) continue
    keep(index)
    plain.push(meant)
    for (let unit = 0; unit < meant.length; unit++) began.push(placeOf(index))
    end = index + escape.length
  }
  if (end === 0) return undefined
  keep(text.length)
  return { text: plain.join(''), places: [...began, placeOf(text.length)] }
}

function meaningOf(escape: string): string | undefined {
  try {
    if (escape.startsWith('%')) return decodeURIComponent(escape)
    if (escape.startsWith('\\'))
      return escape.length > 2
        ? String.fromCharCode(parseInt(escape.slice(2), 16))
        : escape.slice(1)
    const named = escape.slice(1, -1)
    if (!named.startsWith('#')) return Object.hasOwn(entities, named) ? entities[named] : undefined
    return String.fromCodePoint(Number(named.slice(1).replace(/^x/i, '0x')))
  } catch {
    return undefined
  }
}

/**
 * Where a secret stands in the whole text, by the algorithm of Knuth, Morris and Pratt: `indexOf` would take the
 * product of both lengths where they repeat themselves. In a form a space is written as `+`.
 */
function find(secret: string, { text, places }: Layer): Span[] {
  const { length } = secret
  const joined = (secret + text).replaceAll(' ', '+')
  const borders = [0]
  const found: Span[] = []
  let matched = 0
  for (let at = 1; at < joined.length; at++) {
    if (at === length) matched = 0
    while (matched > 0 && (matched === length || joined[at] !== joined[matched]))
      matched = borders[matched - 1] ?? 0
    if (joined[at] === joined[matched]) matched++
    if (at < length) borders.push(matched)
    else if (matched === length) {
      const [from, to] = [at + 1 - 2 * length, at + 1 - length]
      found.push(places ? [places[from] ?? 0, places[to] ?? 0] : [from, to])
    }
  }
  return found
}
