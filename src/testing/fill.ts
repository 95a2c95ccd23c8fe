import { multiply } from './multiply.js'
import type { Member, Plan } from './plan.js'

type Fields = Readonly<Record<string, unknown>>

/** Makes an answer from what was sent and from what was stored before. */
export function fill({ base, members }: Plan, sent: Fields, before?: Fields): Fields {
  const answer = structuredClone(before ?? base) as Record<string, unknown>
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

function write(into: object, path: readonly string[], value: unknown): void {
  const parent = read(into, path.slice(0, -1)) as Record<string, unknown> | undefined
  const name = path.at(-1)
  if (parent === undefined || name === undefined) return
  if (value === undefined) Reflect.deleteProperty(parent, name)
  else parent[name] = value
}
