import type { CallContext } from './call-context.js'
import type { Failure } from './failure.js'
import { wordsIn } from './shared/json.js'

/** The sentence of a failure, up to the number of attempts. */
export function wordsOf(failure: Failure, call: CallContext): string {
  const nothingSent = `nothing ${call.attempts > 0 ? 'more ' : ''}was sent`
  switch (failure.code) {
    case 'ERR_INVALID_REQUEST': {
      const { issues } = failure
      const list = issues.slice(0, 10).map(({ message }) => message)
      if (issues.length > 10) list.push(`and ${issues.length - 10} more, see issues`)
      return `invalid request: ${list.join('; ')}`
    }
    case 'ERR_MISSING_SCOPE': {
      const covered = failure.granted.join(' ').slice(0, 1_000) || 'no scope'
      const advice = 'name it in scopes once it is granted to you, or see ignoreGrantedScopes'
      return `needs the scope ${failure.scope}, and the token covers ${covered}; ${advice}`
    }
    case 'ERR_BEFORE_SEND':
      return `${failure.what}; ${nothingSent}`
    case 'ERR_SENT_BEFORE':
      return `another call with this reference may have taken effect, and ${failure.what}, so ${nothingSent}`
    case 'ERR_REFERENCE_REUSED': {
      const { state, fields } = failure
      const isMade = state === 'succeeded'
      const effect = isMade ? 'has succeeded' : 'may have taken effect'
      // The journal knows a hash of them alone.
      if (fields[0] === 'headers')
        return `an earlier call with this reference, with other headers, which may name another account, ${effect}; make it again with those of the first call, or name the account by the option account of the journal`
      const other =
        fields.length > 0 ? `with other values of ${fields.join(', ')}` : 'of another operation'
      const advice = isMade
        ? 'a further request needs a reference of its own'
        : 'find out what became of it before you send this under any reference'
      return `an earlier call with this reference, ${other}, ${effect}; ${advice}`
    }
    case 'ERR_API':
      return answered(failure, call)
    case 'ERR_INVALID_RESPONSE':
      return `${failure.status} with ${failure.what}`
    default:
      return failure.what
  }
}

/** A status that is no success, and the reasons why it may be no refusal. */
function answered(failure: Failure<'ERR_API'>, call: CallContext): string {
  const { status, body, retryAfter, outcome } = failure
  const { idempotent, referenceField } = call.operation
  const clauses = [`${status}`]
  // A reader may take these for refusals.
  if (status < 400) clauses.push('a redirect, which is never followed')
  else if (outcome === 'unknown' && status < 500 && !idempotent)
    clauses.push(
      status === 409 && referenceField !== undefined
        ? `which may refer to an earlier copy with this ${referenceField}`
        : 'which gateways also send for a request that was carried out',
    )
  if (retryAfter !== undefined) clauses.push(`which asks to wait ${retryAfter} s`)
  const words = outcome === 'rejected' ? wordsIn(body) : ''
  if (words !== '') clauses.push(`which says ${words}`)
  return clauses.length > 1 ? `${clauses.join(', ')},` : `${status}`
}
