import { type Act, factsOf } from '../../test/network/act.js'
import { groups, type NamedFault } from '../../test/network/faults.js'
import { endsOf } from '../../test/network/vocabulary.js'

/** A fault of test/network, and what the server does in it. */
export interface Fault extends NamedFault {
  readonly what: string
}

const sentences: Readonly<Record<string, string>> = {
  refused: 'nobody listens',
  expired: 'its certificate has expired',
  'reset unread': 'takes the connection, reads nothing, and resets',
  reset: 'carries it out, and resets',
  'reset reused': 'the same over a used connection',
  silence: 'carries it out, and answers nothing',
  '408 JSON': 'carries it out; a gateway answers 408',
  '409 JSON': 'does nothing, and answers 409',
  '429 JSON': 'does nothing, and answers 429',
  '503 JSON': 'carries it out; a gateway answers 503',
  '503 empty': 'never gets it; a gateway answers 503 with nothing',
  '503 busy': 'is busy: 503; a repeat succeeds',
  '200 HTML': 'never gets it; a proxy answers 200 with a page',
  '200 error': 'does nothing, and answers 200 with an error in JSON',
  '409 of a copy, close': 'carries it out; a gateway repeats it, and the copy gets 409',
  '422 of a copy, close': 'carries it out; a gateway repeats it, and the copy gets 422',
}

const byName = new Map(groups.flatMap((group) => group.faults.map((fault) => [fault.name, fault])))

export const faults: readonly Fault[] = Object.entries(sentences).map(([name, what]) => {
  const fault = byName.get(name)
  if (fault === undefined) throw new Error(`test/network has no fault ${name}`)
  return { ...fault, what }
})

const plain = (name: string, what: string, act: Act): Fault => {
  return { name, what, acts: [act], ...factsOf(act) }
}
/** What every client has to be right in, so that its other cells count. */
export const sound: readonly Fault[] = [
  plain('no fault', 'carries it out, and answers', {}),
  plain('422', 'refuses it', { status: 422, body: '{"error":{"code":"not_now"}}' }),
]

/** No byte of the request leaves. */
export const isUnsent = (fault: Fault): boolean => endsOf(fault)[0] === 'not_sent'
