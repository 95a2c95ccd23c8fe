import type { Issue } from './errors.js'

/** Which attempt of which call an event is about. */
interface Subject {
  /** The operationId. */
  readonly operation: string
  /** 1 for the first. */
  readonly attempt: number
  readonly refId: string | undefined
}

/** What a client reports while it works: never a token, a secret or a body. */
export type ClientEvent =
  | (Subject & { readonly type: 'attempt' })
  | (Subject & {
      readonly type: 'response'
      /** Absent where there was no answer. */
      readonly status?: number
      /** The `code` of the error that the attempt ended with. */
      readonly error?: string
      readonly milliseconds: number
    })
  | (Subject & { readonly type: 'retry'; readonly reason: string; readonly delay: number })
  | {
      readonly type: 'token'
      readonly milliseconds: number
      /** Seconds that the new token lives, where the token endpoint says so. */
      readonly expiresIn?: number
      /** What went wrong, where no token was obtained. */
      readonly error?: string
    }
  | (Subject & {
      readonly type: 'drift'
      readonly status: number
      readonly issues: readonly Issue[]
    })

/** Passes an event on. */
export type Emit = (event: ClientEvent) => void

/** A hook that can neither break nor delay a call. */
export function emitTo(handler: ((event: ClientEvent) => unknown) | undefined): Emit | undefined {
  if (handler === undefined) return undefined
  return (event) => {
    try {
      const result = handler(event)
      if (typeof result === 'object') Promise.resolve(result).catch(() => undefined)
    } catch {
      // A failing log must not fail a payment.
    }
  }
}
