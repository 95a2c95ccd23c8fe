import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { type Does, type Fault, refuses } from './vocabulary.js'

/** What the server does with one request. Without more it carries the request out, and gives a success. */
export interface Act extends Partial<Fault> {
  /** @default 200 */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** @default a success of what was asked for, where the status is one */
  readonly body?: string
  /** Milliseconds before anything is answered. */
  readonly delay?: number
  /** What ends the answer, before it or within it: nothing, an end or a reset of the connection, or of its stream by a code. */
  readonly by?: 'silence' | 'end' | 'reset' | number
  /** The bytes of the answer over HTTP/1.1, after which the connection ends. */
  readonly raw?: string
  /** Announces the end of the HTTP/2 connection first, with the last stream that counts so much below this one. */
  readonly goAway?: { readonly code: number; readonly below: number }
  /** What comes before the head: hints, or that the request may continue. */
  readonly before?: 103 | 100
  /** In chunks, over HTTP/1.1, so that no length is known. */
  readonly chunked?: true
  /** The answer comes twice over the same connection. */
  readonly again?: 'at once' | 'later'
  /** A byte a second. */
  readonly drips?: true
}

/** An act in the words of the vocabulary. */
export function factsOf({ does, answer, where, status = 200, by }: Act): Fault {
  const done: Does = status < 300 ? 'carries it out' : 'nothing'
  const found = answer ?? (by !== undefined ? 'lost' : status < 300 ? 'given' : status)
  const place = where ?? (found === 'lost' ? 'before the first byte' : undefined)
  return { does: does ?? done, answer: found, where: place }
}

/** Whether the request is carried out. */
export const carriesOut = (act: Act): boolean => factsOf(act).does === 'carries it out'

/** Whether a server says by an act that it did nothing. */
export function isRefusal(act: Act): boolean {
  const { does, answer } = factsOf(act)
  return does === 'nothing' && typeof answer === 'number' && refuses(answer)
}

/** One request that the server saw. */
export interface Seen {
  readonly body: string
  /** When its body was there, by the clock of the system. */
  readonly at: number
  readonly carriedOut: boolean
}

/** The parts that are used here are the same over HTTP/2. */
export interface Exchange {
  readonly request: IncomingMessage & { readonly stream?: ServerHttp2Stream }
  readonly response: ServerResponse
  /** The body of the request, once it is there. */
  readonly text: Promise<string>
}

/** The header by which gateways name a request of the client, and every copy of it. */
export const gatewayHeader = 'x-request-id'
