type Options = Readonly<Record<string, unknown>>
type Rule = readonly [fits: (value: unknown, all: Options) => boolean, expected: string]
export type Rules = Readonly<Record<string, Rule>>

/** A rule for what may be left out. */
export const optional = (fits: (value: unknown) => boolean, expected: string): Rule => [
  (value) => value === undefined || fits(value),
  expected,
]
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isNumber = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= least

/** A rule for an address without what `refused` finds, which `parts` names. */
export const address = (refused: RegExp, parts: string): Rule => [
  (value, all) => fitsUrl(value, all, refused),
  `an https URL (plain http for loopback, or with dangerouslyAllowPlainHttp) without credentials${parts}`,
]

export const rules = {
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

/**
 * A copy of the own properties, without a prototype: nothing that someone added to Object.prototype
 * counts as an option.
 * @throws TypeError
 */
export function checkOptions(owner: string, options: unknown, known: Rules): object {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${owner}: must be an object of options`)
  const own = Object.assign(Object.create(null) as Record<string, unknown>, options)
  for (const name of Object.keys(own))
    if (!Object.hasOwn(known, name)) {
      const names = Object.keys(known).join(', ')
      throw new TypeError(`${owner}: there is no option ${name.slice(0, 40)}, only ${names}`)
    }
  for (const [name, [fits, expected]] of Object.entries(known))
    if (!fits(own[name], own)) throw new TypeError(`${owner}: ${name} must be ${expected}`)
  return own
}

function fitsUrl(value: unknown, all: Options, refused: RegExp): boolean {
  // URL parsers silently remove spaces and control characters and turn \ into /: refuse those.
  if (typeof value !== 'string' || /[\s\\\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || refused.test(value)) return false
  const plain = all['dangerouslyAllowPlainHttp'] === true || isLoopback(url)
  return url.protocol === 'https:' || (url.protocol === 'http:' && plain)
}

/** Not a name below `localhost`: common resolvers ask the DNS for it, so that it may be any host. */
function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/**
 * Not by `instanceof`: a signal may come from a polyfill, or from another realm (an iframe, a vm
 * context).
 */
export function isSignal(value: unknown): value is AbortSignal {
  const { aborted, addEventListener, removeEventListener } = (value ?? {}) as Partial<AbortSignal>
  return (
    typeof aborted === 'boolean' &&
    typeof addEventListener === 'function' &&
    typeof removeEventListener === 'function'
  )
}
