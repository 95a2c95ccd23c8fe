type Options = Readonly<Record<string, unknown>>

/** One option: its check, the words for a value that fits, and its default. */
export type OptionRule<Type, Default = undefined> = readonly [
  fits: (value: unknown, all: Options) => value is Type,
  expected: string,
  byDefault?: Default,
]

type Declared = Readonly<Record<string, OptionRule<unknown, unknown>>>

type TypeOf<One> = One extends OptionRule<infer Type, unknown> ? Type : never

/** The options that have to be given. @inline @internal */
export type Needed<All> = {
  readonly [Name in keyof All as undefined extends TypeOf<All[Name]> ? never : Name]: TypeOf<
    All[Name]
  >
}

/** The options that may be left out. @inline @internal */
export type Optional<All> = {
  readonly [Name in keyof All as undefined extends TypeOf<All[Name]> ? Name : never]?: TypeOf<
    All[Name]
  >
}

export type Checked<All> = {
  readonly [Name in keyof All]: All[Name] extends OptionRule<infer Type, infer Default>
    ? undefined extends Default
      ? Type
      : NonNullable<Type>
    : never
}

export const needed = <Type>(
  fits: (value: unknown, all: Options) => boolean,
  expected: string,
): OptionRule<Type> => [fits as OptionRule<Type>[0], expected]

export const optional = <Type, Default = undefined>(
  fits: (value: unknown) => boolean,
  expected: string,
  byDefault?: Default,
): OptionRule<Type | undefined, Default> => [
  (value): value is Type | undefined => value === undefined || fits(value),
  expected,
  byDefault as Default,
]

/** An address without the parts that `refused` finds and `parts` names. */
export const address = (refused: RegExp, parts: string): OptionRule<string> =>
  needed(
    (value, all) => fitsUrl(value, all, refused),
    `an https URL (plain http for loopback, or with dangerouslyAllowPlainHttp) without credentials${parts}`,
  )

export const milliseconds = (byDefault: number): OptionRule<number | undefined, number> =>
  optional(
    (value) => Number.isFinite(value) && Number(value) > 0,
    'a positive number of milliseconds',
    byDefault,
  )

export const flag = (byDefault: boolean): OptionRule<boolean | undefined, boolean> =>
  optional((value) => typeof value === 'boolean', 'true or false', byDefault)

export const aFunction = <Type>(): OptionRule<Type | undefined> =>
  optional((value) => typeof value === 'function', 'a function')

/**
 * A copy of the options. A missing option is that of `otherwise`, or the default.
 * @throws TypeError
 */
export function checkOptions<All extends Declared>(
  owner: string,
  options: unknown,
  declared: All,
  otherwise: Options = {},
): Checked<All> {
  const own = { ...checkGiven(owner, options, declared) } as Record<string, unknown>
  for (const [name, [fits, expected, byDefault]] of Object.entries(declared)) {
    if (own[name] !== undefined) continue
    if (!fits(undefined, own)) throw new TypeError(`${owner}: ${name} must be ${expected}`)
    own[name] = otherwise[name] ?? byDefault
  }
  if (own['fetch'] && own['transport'])
    throw new TypeError(`${owner}: give fetch or transport, not both`)
  // Each option fits its rule.
  return own as Checked<All>
}

/** The options that were given, each of which fits its rule. @throws TypeError */
export function checkGiven<All extends Declared>(
  owner: string,
  options: unknown,
  declared: All,
): Partial<Checked<All>> {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${owner}: must be an object of options`)
  const own: Options = { ...options }
  for (const name of Object.keys(own)) {
    if (own[name] === undefined) continue
    const rule = declared[name]
    if (rule?.[0](own[name], own)) continue
    const all = Object.keys(declared).join(', ')
    const what = rule
      ? `${name} must be ${rule[1]}`
      : `there is no option ${name.slice(0, 40)}, only ${all}`
    throw new TypeError(`${owner}: ${what}`)
  }
  return own as Partial<Checked<All>>
}

function fitsUrl(value: unknown, all: Options, refused: RegExp): boolean {
  // URL parsers silently remove spaces and control characters and turn \ into /, so these are refused.
  if (typeof value !== 'string' || /[\s\\\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username !== '' || url.password !== '' || refused.test(value)) return false
  const plain = all['dangerouslyAllowPlainHttp'] === true || isLoopback(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && plain)
}

/** A name below `localhost` is no loopback: common resolvers ask the DNS for it, so it may be any host. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  const members = (value ?? {}) as Readonly<Record<string, unknown>>
  return names.every((name) => typeof members[name] === 'function')
}

/**
 * Whether a value is a signal, which may come from a polyfill or another realm (an iframe, a vm
 * context): `instanceof` would miss those.
 */
export function isSignal(value: unknown): value is AbortSignal {
  const { aborted } = (value ?? {}) as Partial<AbortSignal>
  return (
    typeof aborted === 'boolean' && hasMethods(value, 'addEventListener', 'removeEventListener')
  )
}
