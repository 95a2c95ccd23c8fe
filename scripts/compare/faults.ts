import { groups, type NamedFault } from '../../test/network/faults.js'
import { endsOf } from '../../test/network/vocabulary.js'

/** A fault of test/network, and what the server does in it. */
export interface Fault extends NamedFault {
  readonly what: string
}

/** In the order of the picture: what is carried out comes first. */
const sentences: Readonly<Record<string, string>> = {
  reset: 'carries it out, and resets the connection, new or used',
  'reset reused': 'carries it out, and resets the connection, new or used',
  silence: 'carries it out, and answers nothing',
  '408 JSON': 'carries it out; a gateway answers with that status',
  '503 JSON': 'carries it out; a gateway answers with that status',
  '409 of a copy, close': 'carries it out; a gateway repeats it, and the copy gets that status',
  '422 of a copy, close': 'carries it out; a gateway repeats it, and the copy gets that status',
  refused: 'nobody listens',
  expired: 'its certificate has expired',
  'reset unread': 'takes the connection, reads nothing, and resets',
  '409 JSON': 'does nothing, and answers with that status',
  '429 JSON': 'does nothing, and answers with that status',
  '503 empty': 'never gets it; a gateway answers 503 with nothing',
  '503 busy': 'is busy: 503; a repeat succeeds',
  '200 HTML': 'never gets it; a proxy answers 200 with a page',
  '200 error': 'does nothing, and answers 200 with an error in JSON',
}

const named = groups.flatMap((group) => group.faults)

export const faults: readonly Fault[] = Object.entries(sentences).map(([name, what]) => {
  const fault = named.findLast((one) => one.name === name)
  if (fault === undefined) throw new Error(`test/network has no fault ${name}`)
  return { ...fault, what }
})

const refusal = { status: 422, body: '{"error":{"code":"not_now"}}' }
/** What every client has to be right in, so that its other cells count. */
export const sound: readonly Fault[] = [
  { name: 'no fault', what: '', acts: [{}], does: 'carries it out', answer: 'given' },
  { name: '422', what: '', acts: [refusal], does: 'nothing', answer: 422 },
]

/** No byte of the request leaves. */
export const isUnsent = (fault: Fault): boolean => endsOf(fault)[0] === 'not_sent'
