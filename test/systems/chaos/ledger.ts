/** What the backend knows of one call. */
export interface Entry {
  /** How often the whole request arrived. */
  seen: number
  /** How often it was carried out. */
  done: number
  /** How often the backend itself refused it, which is no reason not to send it again. */
  refused: number
  /** How often something between repeated a request that the client sent once. */
  copies: number
  /** The requests of the client, as what stands between names them. */
  readonly requests: Set<string>
}

/** The truth: what arrived at the backend, and what was carried out. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()

  of(key: string): Entry {
    const entry = this.#entries.get(key) ?? {
      seen: 0,
      done: 0,
      refused: 0,
      copies: 0,
      requests: new Set(),
    }
    this.#entries.set(key, entry)
    return entry
  }
}
