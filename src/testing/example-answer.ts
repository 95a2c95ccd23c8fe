export type Fields = Readonly<Record<string, unknown>>

/** What a member of an answer is made of. */
export type Source =
  /** What was sent under this name. */
  | { readonly sent: string }
  /** A UUID for each that is made, unless it is sent. */
  | { readonly newId: true }
  /** The time at which it is made, and seconds more. */
  | { readonly now: number }
  /** Two other members, which are decimal strings, multiplied. */
  | { readonly product: readonly [string, string] }

export interface Member {
  readonly path: readonly string[]
  /** If it is not required, and was not sent, it is left out. */
  readonly required: boolean
  readonly source: Source
}

/** How an operation is answered. */
export interface ExampleAnswer {
  readonly status: number
  readonly examples: readonly { readonly request: Fields; readonly response?: unknown }[]
  /**
   * What an answer has where no member says otherwise: the first example, or what the schema shows. Without it, an
   * answer has no content.
   */
  readonly base?: unknown
  readonly members: readonly Member[]
  /** What it makes or finds again, if anything does. */
  readonly kept?: {
    /** What operations have in common that find what the others made. */
    readonly kind: string
    /** Where it is in the answer. */
    readonly path: readonly string[]
    /** The groups of its members that each name it. */
    readonly names: readonly (readonly string[])[]
    /** Those that name what a request is about. */
    readonly foundBy: readonly (readonly string[])[]
    /** Whether the answer has all of them that the parameters do not leave out. */
    readonly isList: boolean
    /** The parameters that leave out those with another value. */
    readonly filters: readonly string[]
  }
}

/** Makes an answer from what was sent and from what was stored before. */
export function fill({ base, members }: ExampleAnswer, sent: Fields, before?: unknown): unknown {
  const answer = structuredClone(before ?? base) as object
  const now = Date.now()
  const valueOf = ({ path, required, source }: Member): unknown => {
    const there = read(answer, path)
    if ('product' in source) {
      const [one, other] = source.product.map((name) => read(answer, [...path.slice(0, -1), name]))
      return multiply(one, other) ?? there
    }
    if ('sent' in source)
      return sent[source.sent] ?? (required || before !== undefined ? there : undefined)
    if ('newId' in source)
      return sent[path.at(-1) ?? ''] ?? (before === undefined ? crypto.randomUUID() : there)
    // An optional field that the example lacks, such as `settled_at`, appears only later in a
    // thing's life.
    return before !== undefined || there === undefined ? there : timestamp(now + source.now * 1_000)
  }
  const last = members.filter(({ source }) => 'product' in source)
  const all = [...members.filter((member) => !last.includes(member)), ...last]
  for (const member of all) write(answer, member.path, valueOf(member))
  return answer
}

/** A timestamp with microseconds, as in the examples: a Date keeps milliseconds only. */
function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z')
}

export function read(from: unknown, path: readonly string[]): unknown {
  return path.reduce((at, name) => (at as Fields | undefined)?.[name], from)
}

export function write(into: object, path: readonly string[], value: unknown): void {
  const parent = read(into, path.slice(0, -1)) as Record<string, unknown> | undefined
  const name = path.at(-1)
  if (parent === undefined || name === undefined) return
  if (value === undefined) Reflect.deleteProperty(parent, name)
  else parent[name] = value
}

/**
 * The exact product of two decimal strings, with at least the decimals of the second; undefined where one of them is
 * no decimal, or endless.
 */
function multiply(one: unknown, other: unknown): string | undefined {
  if (typeof one !== 'string' || typeof other !== 'string') return undefined
  if (![one, other].every((text) => text.length <= 1_000 && decimal.test(text))) return undefined
  const scale = decimalsOf(one) + decimalsOf(other)
  const digits = `${BigInt(one.replace('.', '')) * BigInt(other.replace('.', ''))}`
  const padded = digits.padStart(scale + 1, '0')
  const fraction = padded.slice(padded.length - scale)
  const kept = fraction.replace(/(?<!0)0+$/, '').padEnd(decimalsOf(other), '0')
  const whole = padded.slice(0, padded.length - scale)
  return kept === '' ? whole : `${whole}.${kept}`
}

const decimal = /^(?:[0-9]+|[0-9]*\.[0-9]+)$/

function decimalsOf(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0
}
