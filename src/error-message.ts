import type { CallContext } from './call-context.js'
import type { Outcome } from './outcome.js'
import { isObject, isText } from './shared/json.js'
import { printable } from './shared/printable.js'

/** The message: what happened, to which operation, whether it may have taken effect, and what to do. */
export function messageOf(what: string, call: CallContext, outcome: Outcome): string {
  const { operation, attempts, refId } = call
  const tries = attempts === 0 ? '' : ` after ${attempts} attempt${attempts > 1 ? 's' : ''}`
  const { idempotent, referenceField } = operation
  const repeat = idempotent
    ? '; the operation is idempotent, so it may be sent again.'
    : refId === undefined
      ? '; if you send it again, it may take effect twice.'
      : `: look it up by ${referenceField} ${JSON.stringify(refId.slice(0, 100))} before you send it again.`
  const advice = {
    not_sent: 'It cannot have taken effect.',
    rejected: 'The service refused it.',
    unknown: `It may have taken effect${repeat}`,
  }
  const subject = `${operation.method} ${operation.path.slice(0, 200)}`
  const sentence = `${subject}: ${printable(what)}${tries}; outcome ${outcome}. ${advice[outcome]}`
  return printable(sentence, Infinity)
}

/** A status that is no success, what it asks for, and why it is no refusal where a reader may take it for one. */
export function statusWords(
  status: number,
  retryAfter: number | undefined,
  { operation }: CallContext,
  outcome: Outcome,
  body: unknown,
): string {
  const clauses: string[] = []
  if (status < 400) clauses.push('a redirect, which is never followed')
  else if (outcome === 'unknown' && status < 500 && !operation.idempotent)
    clauses.push(
      status === 409 && operation.referenceField !== undefined
        ? `which may refer to an earlier copy with this ${operation.referenceField}`
        : 'which gateways also send for a request that was carried out',
    )
  if (retryAfter !== undefined) clauses.push(`which asks to wait ${retryAfter} s`)
  const words = outcome === 'rejected' ? wordsOf(body) : ''
  if (words !== '') clauses.push(`which says ${words}`)
  return clauses.length === 0 ? `${status}` : `${status}, ${clauses.join(', ')},`
}

/** Members of a refusal that hold a code or a sentence for people (RFC 9457, RFC 6749). Any other may be personal. */
const quotedMembers = ['code', 'error', 'title', 'message', 'detail', 'error_description']

/** What a refusal says in these members, so that one is told from another. */
function wordsOf(body: unknown): string {
  const { error, errors } = isObject(body) ? body : {}
  const parts = [body, ...[error, errors].flat()].filter(isObject)
  const words = parts.flatMap((part) => quotedMembers.map((name) => part[name]))
  return [...new Set(words.filter((word) => isText(word) || typeof word === 'number'))]
    .join(': ')
    .slice(0, 200)
}
