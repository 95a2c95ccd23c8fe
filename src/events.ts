import { type CallContext, type OperationName, requestIdOf } from './call-context.js'
import type { ClientError, ErrorCode, Issue, Outcome } from './errors.js'
import type { Failure } from './failure.js'
import { forStatus, type Operation } from './operation.js'
import { isText, memberOf } from './shared/json.js'
import { printable } from './shared/redact.js'

/** The call of an event, and its attempt. */
export interface Subject {
  /** The operationId; `unknown` for a request that is no operation. */
  readonly operation: OperationName
  /** The call's id, the same on all of its events, on its error and in `beforeSend`. A record of the same id is of this very call. */
  readonly call: string
  /** The caller's own reference, where the operation has one. */
  readonly refId: string | undefined
  /** Of a look-up: the id of the call whose answer was lost; otherwise absent. */
  readonly for?: string
  /** 1 for the first. */
  readonly attempt: number
}

/** The fact that support asks for. */
interface Answered {
  /** The id of the request: the answer's header `requestIdHeader`. */
  readonly requestId: string | undefined
}

/** The end of a request for a token. @inline */
export interface TokenFacts {
  /** A token was asked for. */
  readonly type: 'token'
  /** Milliseconds that the request took. */
  readonly milliseconds: number
  /** Seconds that the new token lives, where the token endpoint says so. */
  readonly expiresIn?: number
  /** The reason why no token was obtained. */
  readonly error?: string
  /** The `store`, if another process put the token there. Absent for a token of the token endpoint. */
  readonly from?: 'store'
  /** The failure of the `store`; the process then requested its own token. */
  readonly storeError?: string
}

/** A report of a client while it works: never a token, a secret or a body. */
export type ClientEvent =
  | (Subject & {
      /** A request is about to be sent. */
      readonly type: 'attempt'
    })
  | (Subject &
      Answered & {
        /** An attempt is over. */
        readonly type: 'response'
        /** Absent where there was no answer. */
        readonly status?: number
        /** The `code` of the error that the attempt ended with. */
        readonly error?: ErrorCode
        /** Milliseconds that the attempt took, its body included. */
        readonly milliseconds: number
      })
  | (Subject & {
      /** The request will be sent again, unless its answer is found first. */
      readonly type: 'retry'
      /** The reason: a status, or the `code` of an error. */
      readonly reason: string
      /** Milliseconds before that. */
      readonly delay: number
    })
  | (Omit<Subject, 'attempt'> &
      Answered & {
        /** A call is over; there is one for each call. */
        readonly type: 'end'
        /** What became of the call. */
        readonly outcome: 'succeeded' | Outcome
        /** The number of attempts to send the request. */
        readonly attempts: number
        /** True if the answer was lost, looked up and found; otherwise absent. */
        readonly found?: true
        /** Milliseconds that the call took: token, attempts and waits. */
        readonly milliseconds: number
        /** The status of the last attempt's answer; absent where there was none. */
        readonly status?: number
        /** The `code` of the call's error. */
        readonly code?: ErrorCode
        /** The service's own code of a refusal: the member `code` of its body, or of its `error`, where the document has it. */
        readonly serviceCode?: string | number
        /** The reason why the journal did not keep the outcome, which a look-up then finds; undefined where it did. */
        readonly journalError: string | undefined
      })
  | (TokenFacts & {
      /** The id of the call that asked first. */
      readonly call: string
    })
  | (Subject & {
      /** An answer departs from the document; it is passed on all the same. */
      readonly type: 'drift'
      /** The status of the answer. */
      readonly status: number
      /** Each departure: its place and a sentence. */
      readonly issues: readonly Issue[]
    })

export type Emit = (event: ClientEvent) => void

/** A hook that can neither break nor delay a call. */
export function emitTo(handler: ((event: ClientEvent) => unknown) | undefined): Emit | undefined {
  if (!handler) return undefined
  // A failing log must not fail a payment.
  return (event) => {
    try {
      const result = handler(event)
      // Few handlers return a promise, and each promise costs.
      if (result !== undefined) new Promise((resolve) => resolve(result)).catch(() => undefined)
    } catch {
      // The failure is the handler's own.
    }
  }
}

export function subjectOf(one: CallContext): Subject {
  const { operation, call, attempts, refId } = one
  const lookedUp = one.for !== undefined && { for: one.for }
  return { operation: operation.id, call, attempt: attempts, refId, ...lookedUp }
}

export function responseEvent(
  call: CallContext,
  startedAt: number,
  error?: ErrorCode,
): ClientEvent {
  return {
    type: 'response',
    ...subjectOf(call),
    requestId: requestIdOf(call),
    milliseconds: performance.now() - startedAt,
    ...(call.answer && { status: call.answer.status }),
    ...(error && { error }),
  }
}

/** The end of a call: with its error, and what the journal and the look-ups did. */
export function endEvent(
  call: CallContext,
  error: ClientError | undefined,
  failure: Failure | undefined,
  { isFound, journalError }: { isFound: boolean; journalError: string | undefined },
): ClientEvent {
  return {
    type: 'end',
    operation: call.operation.id,
    call: call.call,
    refId: call.refId,
    requestId: requestIdOf(call),
    milliseconds: performance.now() - call.startedAt,
    outcome: error?.outcome ?? 'succeeded',
    attempts: call.attempts,
    journalError,
    ...(call.for !== undefined && { for: call.for }),
    ...(call.answer && { status: call.answer.status }),
    ...(isFound && { found: true as const }),
    ...(error && { code: error.code }),
    ...serviceCodeOf(call.operation, failure),
  }
}

/** The code in a refusal, where the document names it there. Any other member may be personal. */
function serviceCodeOf({ errors = {} }: Operation, failure?: Failure) {
  if (failure?.code !== 'ERR_API' || !failure.isDocumented) return {}
  const { status, body } = failure
  const schema = forStatus(errors, status)
  for (const path of [['code'], ['error', 'code']]) {
    const named = path.flatMap((name) => ['properties', name]).reduce<unknown>(memberOf, schema)
    const code = path.reduce<unknown>(memberOf, body)
    if (named !== undefined && typeof code === 'number') return { serviceCode: code }
    if (named !== undefined && isText(code)) return { serviceCode: printable(code, 100) }
  }
  return {}
}
