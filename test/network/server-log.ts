/** What a server knows of one call. */
export class Entry {
  /** How often the whole request arrived. */
  seen = 0
  /** How often it was carried out. */
  done = 0
  /** How often the server itself refused it, which is no reason not to send it again. */
  refused = 0
  /** How often something between repeated a request that the client sent once. */
  copies = 0
}

/** The truth: what arrived at a server, and what it carried out, by the key of each call. */
export class ServerLog<Each extends Entry = Entry> {
  readonly entries = new Map<string, Each>()

  constructor(private readonly create: () => Each = () => new Entry() as Each) {}

  /** What there is of a call; of one that never arrived, an entry of its own. */
  of(key: string): Each {
    const entry = this.entries.get(key) ?? this.create()
    this.entries.set(key, entry)
    return entry
  }
}
