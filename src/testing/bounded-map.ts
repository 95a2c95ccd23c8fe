/** So many entries are kept, with so many characters of JSON; beyond that, the oldest is forgotten. */
const maxEntries = 10_000
const maxCharacters = 16 * 1024 * 1024

/** What an issuer remembers, the oldest first. What replaces an entry takes its place. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, readonly [value: Value, size: number]>()
  #characters = 0

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.[0]
  }

  values(): readonly Value[] {
    return [...this.#entries.values()].map(([value]) => value)
  }

  set(key: Key, value: Value, size: number): void {
    this.#characters += size - (this.#entries.get(key)?.[1] ?? 0)
    this.#entries.set(key, [value, size])
    for (const [oldest, [, characters]] of this.#entries) {
      if (this.#entries.size <= maxEntries && this.#characters <= maxCharacters) return
      this.#entries.delete(oldest)
      this.#characters -= characters
    }
  }
}
