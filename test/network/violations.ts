import type { Entry } from './server-log.js'
import type { End } from './vocabulary.js'

/** What a client said of one call. */
export interface Said {
  /** `raw` is an error that says nothing of the outcome. */
  readonly end: End | 'raw'
  /** It may be carried out any number of times. */
  readonly idempotent?: boolean | undefined
  /** A refusal may be the last copy's, of several that something between made: no client can tell it from a first one's. */
  readonly lastCopy?: boolean | undefined
  /** Whether the answer that it was given is another's. */
  readonly crossed?: boolean | undefined
}

type Truth = Pick<Entry, 'seen' | 'done'> & Partial<Entry>

/** What must not be: each is a call that may cost somebody money. */
const violations = {
  'carried out twice': ({ idempotent }, { done }) => idempotent !== true && done > 1,
  'sent twice': ({ idempotent, end }, { seen, refused = 0, copies = 0 }) =>
    idempotent !== true && end !== 'raw' && seen - refused - copies > 1,
  // What the server itself refused cannot have taken effect.
  'not_sent, but seen': ({ end }, { seen, refused = 0 }) => end === 'not_sent' && seen > refused,
  // A refusal of an idempotent call does not tell of an earlier attempt.
  'rejected, but carried out': ({ end, idempotent, lastCopy }, { done }) =>
    end === 'rejected' && done > 0 && idempotent !== true && lastCopy !== true,
  'a success, but not carried out': ({ end }, { done }) => end === 'ok' && done === 0,
  'the answer of another': ({ crossed }) => crossed === true,
  'a raw error': ({ end }) => end === 'raw',
} satisfies Record<string, (said: Said, truth: Truth) => boolean>

export type Violation = keyof typeof violations
const allViolations = Object.keys(violations) as Violation[]

/** What is not true of what a client said, against what the server knows. */
export function violationsOf(said: Said, truth: Truth): Violation[] {
  return allViolations.filter((violation) => violations[violation](said, truth))
}
