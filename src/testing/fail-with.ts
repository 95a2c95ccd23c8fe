import { outcomeOf, readAnswer } from '../call/answer.js'
import type { CallContext, JournalState } from '../call-context.js'
import { forStatus, type Operation } from '../document/operation.js'
import type { Provider } from '../document/provider.js'
import { fits } from '../document/schema-check.js'
import { issueOfWhole } from '../errors.js'
import type { AnyClientError, Call, Issue, Outcome } from '../index.js'
import * as errors from '../index.js'
import { ownMember } from '../shared/json.js'
import { knownOf, type MethodsOf, type OwnProvider } from './provider.js'

/** Facts of any failure. One that is left out gets its most usual value. */
export interface CommonFacts<Given extends Provider = OwnProvider> {
  /** The operationId. */
  readonly operation: keyof MethodsOf<Given> & string
  /** Your provider's document. @default our own */
  readonly provider?: Given | undefined
  /** Needed where the kind of error leaves it open. */
  readonly outcome?: Outcome | undefined
  /** @default one of its own, for an operation that takes one */
  readonly refId?: string | undefined
  /** How many attempts were made to send the request. @default 0 where nothing was sent, else 1 */
  readonly attempts?: number | undefined
  /** The call's id. @default one of its own */
  readonly call?: string | undefined
  /** How the answer names the request. @default none */
  readonly requestId?: string | undefined
}

/** Facts of one kind of failure. */
export interface OwnFacts {
  /** The body does not fit. */
  readonly InvalidRequestError: {
    /** Its problems. @default one problem, of the whole body */
    readonly issues?: readonly Issue[]
  }
  /** The token does not cover the operation. */
  readonly MissingScopeError: {
    /** The scopes that the token covers. @default none */
    readonly granted?: readonly string[]
  }
  /** There was no token, or it was refused. */
  readonly AuthenticationError: {
    /** The error code (RFC 6749, section 5.2). @default none */
    readonly error?: string
  }
  /** `beforeSend` or the journal threw. */
  readonly BeforeSendError: {
    /** The value that it threw. @default an Error */
    readonly cause?: unknown
  }
  /** A call before it may have taken effect, as `beforeSend` or the journal says. */
  readonly SentBeforeError: {
    /** From when on the journal looks the earlier call up. */
    readonly lookUpAt?: Date
  }
  /** The journal has the reference with another body. */
  readonly ReferenceReusedError: {
    /** The names of the fields that differ. @default none, as for another operation */
    readonly fields?: readonly string[]
    /** The state of the earlier call in the journal. @default 'unknown' */
    readonly state?: JournalState
  }
  /** The connection could not be made, or broke. */
  readonly ConnectionError: object
  /** There was no complete response in time. */
  readonly TimeoutError: object
  /** The caller's signal ended the call. */
  readonly AbortError: object
  /** The answer's status is not a success. */
  readonly ApiError: {
    /** From 300 to 599. */
    readonly status: number
    /** As it was parsed. @default empty */
    readonly body?: unknown
    /** Seconds to wait, as the service asks. @default none */
    readonly retryAfter?: number
  }
  /** A success that cannot be read. */
  readonly InvalidResponseError: {
    /** The text of its body. @default empty */
    readonly body?: string
  }
}

/** The outcomes that each kind can have, the most usual first. */
const outcomes: Readonly<Record<keyof OwnFacts, readonly [Outcome, ...Outcome[]]>> = {
  InvalidRequestError: ['not_sent'],
  MissingScopeError: ['not_sent'],
  AuthenticationError: ['not_sent', 'rejected', 'unknown'],
  BeforeSendError: ['not_sent', 'unknown'],
  SentBeforeError: ['unknown'],
  ReferenceReusedError: ['not_sent'],
  ConnectionError: ['unknown', 'not_sent'],
  TimeoutError: ['unknown', 'not_sent'],
  AbortError: ['unknown', 'not_sent'],
  ApiError: ['rejected', 'unknown'],
  InvalidResponseError: ['unknown'],
}

/**
 * A call that fails, for a method that is replaced:
 * `mockReturnValue(failWith('TimeoutError', { operation: 'createIssuerQuote', outcome: 'unknown' }))`.
 * @throws TypeError for a failure that the client never reports, such as a 503 that was `rejected`
 */
export function failWith<Kind extends keyof OwnFacts, Given extends Provider = OwnProvider>(
  kind: Kind,
  facts: CommonFacts<Given> & OwnFacts[Kind],
): Call<never> {
  // Members of other kinds of errors are undefined here.
  const failed = Promise.reject(makeError(kind, facts as object as CommonFacts & AllFacts))
  // If the test never calls the method, this rejection must not count as unhandled.
  failed.catch(() => undefined)
  return Object.assign(failed, { withResponse: () => failed })
}

type AllFacts = OwnFacts['InvalidRequestError'] &
  OwnFacts['BeforeSendError'] &
  OwnFacts['MissingScopeError'] &
  OwnFacts['AuthenticationError'] &
  OwnFacts['SentBeforeError'] &
  OwnFacts['ReferenceReusedError'] &
  Partial<OwnFacts['ApiError']>

function makeError(kind: keyof OwnFacts, facts: CommonFacts & AllFacts): AnyClientError {
  const operation = ownMember(knownOf(facts.provider, 'failWith').operations, facts.operation)
  if (operation === undefined) throw new TypeError(`failWith: there is no ${facts.operation}`)
  const { issues = [issueOfWhole('does not fit')], granted = [], error } = facts
  const {
    cause = new Error('beforeSend threw'),
    status = 0,
    body = '',
    retryAfter,
    fields = [],
    state = 'unknown',
    lookUpAt,
  } = facts
  const [usual] = kind === 'ApiError' ? [outcomeOf(status, operation)] : outcomes[kind]
  const { outcome = usual } = facts
  assertPossible(kind, outcome, operation, facts)
  const sent = outcome !== 'not_sent' && kind !== 'SentBeforeError'
  const origin = originOf(operation, sent, facts)
  const scope = operation.scopes.find((one) => !granted.includes(one)) ?? ''
  const connection = outcome === 'unknown' ? 'ECONNRESET' : 'ECONNREFUSED'
  const [refused, reason] = sent
    ? ([401, '401: the service refused the token'] as const)
    : ([undefined, 'no token was granted'] as const)
  const make: { readonly [Kind in keyof OwnFacts]: () => AnyClientError } = {
    InvalidRequestError: () => new errors.InvalidRequestError(origin, issues),
    MissingScopeError: () => new errors.MissingScopeError(origin, scope, granted),
    AuthenticationError: () =>
      new errors.AuthenticationError(reason, origin, outcome, refused, error),
    BeforeSendError: () =>
      new errors.BeforeSendError('beforeSend failed, so nothing was sent', origin, outcome, cause),
    SentBeforeError: () =>
      new errors.SentBeforeError(
        'an earlier call may have taken effect',
        origin,
        facts.cause,
        lookUpAt,
      ),
    ReferenceReusedError: () => new errors.ReferenceReusedError(origin, state, fields),
    ConnectionError: () =>
      new errors.ConnectionError(`the connection failed (${connection})`, origin, outcome),
    TimeoutError: () => new errors.TimeoutError('no complete response in time', origin, outcome),
    AbortError: () => new errors.AbortError('aborted by the caller', origin, outcome),
    ApiError: () => {
      const expected = forStatus(operation.errors ?? {}, status)
      const isDocumented = expected !== undefined && fits(expected, body)
      return new errors.ApiError(origin, outcome, status, body, retryAfter, isDocumented)
    },
    InvalidResponseError: () => unreadable(String(body), { ...origin, operation }),
  }
  return make[kind]()
}

/** What the client makes of this body. @throws TypeError for a body that it takes for a success */
function unreadable(text: string, call: Parameters<typeof readAnswer>[3]): AnyClientError {
  const body = { bytes: new TextEncoder().encode(text) }
  const response = { status: 200, headers: new Headers(), read: () => body }
  const { failure } = readAnswer(200, response, body, call)
  if (failure instanceof errors.InvalidResponseError) return failure
  throw new TypeError('failWith: this body is a success, so the client never says so')
}

/** @throws TypeError for an outcome or a status that the client never reports of this kind */
function assertPossible(
  kind: keyof OwnFacts,
  outcome: Outcome,
  operation: Operation,
  { status = NaN }: { readonly status?: number },
): void {
  const refuse = (reason: string): never => {
    throw new TypeError(`failWith: ${reason}, so the client never says so`)
  }
  if (!outcomes[kind].includes(outcome))
    refuse(`${kind} is ${outcomes[kind].join(' or ')} and never ${outcome}`)
  if (kind !== 'ApiError') return
  if (!Number.isInteger(status) || status < 300 || status > 599)
    refuse(`${status} is not a status of an ApiError`)
  const real = outcomeOf(status, operation)
  if (outcome === 'rejected' && real === 'unknown') refuse(`after ${status} the outcome is unknown`)
  if (outcome === 'unknown' && real === 'rejected' && !operation.idempotent)
    refuse(`${status} refuses, and ${operation.id} is never sent again after an unknown outcome`)
}

function originOf(operation: Operation, sent: boolean, facts: CommonFacts): CallContext {
  const { call = crypto.randomUUID(), attempts = sent ? 1 : 0 } = facts
  const own = operation.referenceField === undefined ? undefined : crypto.randomUUID()
  const { requestId, refId = own } = facts
  const requestIdHeader = 'x-request-id'
  const headers = new Headers(requestId === undefined ? {} : { [requestIdHeader]: requestId })
  const response = requestId === undefined ? {} : { response: { headers } }
  return { operation, call, refId, attempts, unknown: false, requestIdHeader, ...response }
}
