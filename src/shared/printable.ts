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
