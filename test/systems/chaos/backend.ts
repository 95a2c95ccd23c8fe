import type { Act } from '../../far-side/act.js'
import { type FaultRow, faults, sound } from '../../far-side/faults.js'
import type { Ledger } from '../../far-side/ledger.js'
import { type Arrivals, type Exchange, openDoor, type Script } from '../../far-side/server.js'
import type { Certificate } from '../../support/certificates.js'
import type { Listening } from '../../support/listen.js'

/** What carries requests out, and keeps the truth. */
export interface Backend extends Listening {
  /** Told of a connection's port when a request of it was carried out that is not spared. */
  readonly onDone: Set<(remotePort: number | undefined) => void>
}

/** The faults that a backend behind a proxy plays: not those before it, over HTTP/2, or of a process that stands still. */
export const playable = faults.filter(
  ({ door, before, origin, overHttp2, blocked, reused }) =>
    !(door ?? before ?? origin ?? overHttp2 ?? blocked ?? reused),
)
/** What a service does that knows its references, behind a proxy that repeats. */
export const ofCopies = faults.filter(({ before }) => before === 'gateway')

const byName = new Map([...sound, ...faults].map((fault) => [fault.name, fault]))

const succeeding: readonly Act[] = [{}]
/** The slower the answers, the more requests are waiting for one. */
const slower: readonly Act[] = [{ delay: 4 }]

/** What becomes of each request of a call. One call in four is spared: it succeeds, between others that fail. */
function actsOf({ name, acts, before }: FaultRow, number: number, isConversion: boolean) {
  if (number % 4 === 3) return succeeding
  // One request in three is answered twice: on a kept connection the second answer meets the next request.
  if (acts.some(({ again }) => again === 'later'))
    return number % 3 > 0 ? slower : acts.map((act) => ({ ...act, delay: 4 }))
  if (acts.length === 0) throw new Error(`${name} is nothing that a backend can do`)
  // Only conversions have a reference that a copy is known by.
  return before === 'gateway' && !isConversion ? acts.slice(0, 1) : acts
}

interface Body {
  readonly ref_id?: string
  readonly nickname?: string
  readonly profile_id?: string
}

/** A backend over HTTP/1.1, or with a certificate over TLS. The first part of a path is the name of its fault. */
export async function startBackend(
  ledger: Ledger<Arrivals>,
  certificate?: Certificate,
): Promise<Backend> {
  const onDone: Backend['onDone'] = new Set()
  const find = async ({ request, text }: Exchange): Promise<Script> => {
    const [, name = ''] = request.url?.split('/') ?? []
    const fault = byName.get(decodeURIComponent(name))
    if (fault === undefined) throw new Error(`no fault ${name}`)
    // The key of a call stands wherever its body has room for one.
    const { ref_id, nickname, profile_id = '' } = JSON.parse(await text) as Body
    const key = ref_id ?? nickname ?? profile_id
    const number = Number(/\d+$/.exec(key)?.[0])
    return { acts: actsOf(fault, number, ref_id !== undefined), entry: ledger.of(key) }
  }
  const tell = ({ request }: Exchange, act: Act): void => {
    if (act !== succeeding[0]) for (const hear of onDone) hear(request.socket.remotePort)
  }
  return { ...(await openDoor({ find, onDone: tell }, certificate)), onDone }
}
