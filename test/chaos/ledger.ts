/** What the backend knows of one call. */
export interface Entry {
  /** How often the whole request arrived. */
  seen: number
  /** How often it was carried out. */
  done: number
  /** How often the backend itself refused it, which is no reason not to send it again. */
  refused: number
}

/** The truth: what arrived at the backend, and what was carried out. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()

  of(key: string): Entry {
    const entry = this.#entries.get(key) ?? { seen: 0, done: 0, refused: 0 }
    this.#entries.set(key, entry)
    return entry
  }
}
