/** What the runner and the client program tell each other: they are two processes. */
export interface Plan {
  readonly over: 'fetch' | 'undici'
  /** Whether HTTP/2 may be spoken, where the version of undici has it at all. */
  readonly http2: boolean
  readonly situations: readonly Situation[]
  /** Where the numbers of the calls begin: no two calls of a row have the same key. */
  readonly first: number
}

/** One kind of trouble that calls are made into. */
export interface Situation {
  readonly name: string
  /** The base URL of the client; a backend reads from its path how to behave. */
  readonly url: string
  /** Its part of the conversions of a group, beside the others'. */
  readonly weight: number
  /** Filled in by the runner. */
  readonly conversions?: number
  /** Milliseconds between two calls, for connections that idle. */
  readonly pause?: number
  /** No quotes and addresses: their answers name nothing that the client could know them by. */
  readonly conversionsOnly?: boolean
  /** The last of several copies is refused, and its word is all that the client gets: what is told is counted apart. */
  readonly lastCopy?: boolean
  /** A CONNECT proxy on the way. */
  readonly proxy?: string
}

export type Kind = 'conversion' | 'quote' | 'address'

/** How a call ended; `raw` is an error that is no ClientError, `crossed` the answer to another call. */
export type End = 'ok' | 'not_sent' | 'rejected' | 'unknown' | 'raw' | 'crossed'

export interface Told {
  /** What the backend knows the call by. */
  readonly key: string
  readonly situation: string
  readonly kind: Kind
  /** Of a situation in which the last copy's word is all that comes. */
  readonly lastCopy?: boolean
  readonly end: End
  readonly attempts: number
  /** The error in a few words. */
  readonly what: string
}
