type Rule = readonly [fits: (value: unknown) => boolean, expected: string]
export type Rules = Readonly<Record<string, Rule>>

/** A rule for what may be left out. */
export const optional = (fits: (value: unknown) => boolean, expected: string): Rule => [
  (value) => value === undefined || fits(value),
  expected,
]
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isNumber = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= least

export const rules = {
  url: [
    (value) => fitsUrl(value, /[?#]/),
    'an https URL (plain http for loopback only) without credentials, query or fragment',
  ],
  endpoint: [
    (value) => fitsUrl(value, /#/),
    'an https URL (plain http for loopback only) without credentials or fragment',
  ],
  text: [isText, 'a string'],
  scopes: optional((value) => Array.isArray(value) && value.every(isText), 'a list of strings'),
  positive: optional(
    (value) => isNumber(value, Number.MIN_VALUE),
    'a positive number of milliseconds',
  ),
  count: optional(
    (value) => isNumber(value, 0) && Number.isInteger(value),
    'a whole number, 0 or more',
  ),
  flag: optional((value) => typeof value === 'boolean', 'true or false'),
  fn: optional((value) => typeof value === 'function', 'a function'),
} satisfies Rules

/** The own options, without a prototype that could be polluted. @throws TypeError */
export function checkOptions(owner: string, options: unknown, known: Rules): object {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${owner}: must be an object of options`)
  const own = Object.assign(Object.create(null) as Record<string, unknown>, options)
  for (const name of Object.keys(own))
    if (!Object.hasOwn(known, name))
      throw new TypeError(
        `${owner}: there is no option ${name.slice(0, 40)}; did you mean ${nearest(name, known)}?`,
      )
  for (const [name, [fits, expected]] of Object.entries(known))
    if (!fits(own[name])) throw new TypeError(`${owner}: ${name} must be ${expected}`)
  return own
}

/** The known name that shares most pairs of letters with another, for its length. */
function nearest(name: string, known: Rules): string {
  const pairs = (word: string): string[] =>
    Array.from({ length: Math.min(word.length, 40) }, (_, at) =>
      word.slice(at, at + 2).toLowerCase(),
    )
  const likeness = (word: string): number =>
    pairs(word).filter((pair) => pairs(name).includes(pair)).length / (word.length + name.length)
  return Object.keys(known).reduce((best, word) => (likeness(word) > likeness(best) ? word : best))
}

function fitsUrl(value: unknown, refused: RegExp): boolean {
  // What a URL parser would silently drop or turn round is refused.
  if (typeof value !== 'string' || /[\s\\\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || refused.test(value)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
