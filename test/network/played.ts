import { limits } from '../support/limits.js'
import { type Act, factsOf } from './act.js'
import { check } from './check.js'
import { type Group, groups, type NamedFault } from './faults.js'
import type { Context, Method, Row } from './script.js'
import { endsOf, refuses } from './vocabulary.js'

/** Long enough where an answer comes, and soon over where none does. */
function limitsOf({ answer, acts, before }: NamedFault) {
  if (answer === 'late' || acts.some(({ by }) => by === 'silence')) return { timeout: 1_500 }
  // Node.js waits on where a stream of TLS has become text.
  const isOpen = typeof before === 'object' && before.keepOpen
  return { timeout: limits.call, totalTimeout: isOpen ? 3_000 : limits.call }
}

const repeatedStatuses = [408, 425, 500, 502, 503, 504]

/** Whether our client sends again after an act. */
function isRepeated(act: Act, method: Method, seen: number): boolean {
  const { answer } = factsOf(act)
  // That does not say how long to wait: once.
  if (answer === 429) return seen === 1 || act.headers?.['Retry-After'] !== undefined
  if (method === 'POST') return false
  if (typeof answer === 'number') return repeatedStatuses.includes(answer)
  return answer === 'lost' || answer === 'late' || isBroken(act)
}

/** Whether the connection breaks, and not only what is in the answer. */
const isBroken = ({ by, raw, answer }: Act): boolean =>
  (by !== undefined && answer !== 'given') || (raw !== undefined && answer === 'cut')

function codeOf(act: Act): string {
  const { answer } = factsOf(act)
  if (typeof answer === 'number') return `ERR_API ${answer}`
  if (answer === 'late' || act.by === 'silence') return 'ERR_TIMEOUT'
  return isBroken(act) ? 'ERR_CONNECTION' : `ERR_INVALID_RESPONSE ${act.status ?? 200}`
}

/** How a call of our client has to end: the most useful of the true ends, after as many requests as it makes. */
function endAfter(fault: NamedFault, method: Method): string {
  if (fault.where === 'connecting' || fault.where === 'handshake' || fault.where === 'request')
    return `ERR_CONNECTION ${endsOf(fault)[0]} 0`
  for (let seen = 1; ; seen++) {
    const act = fault.acts[Math.min(seen, fault.acts.length) - 1] ?? {}
    if (seen < 3 && isRepeated(act, method, seen)) continue
    const [end] = endsOf(factsOf(act), method === 'PUT')
    return end === 'ok' ? `ok ${seen}` : `${codeOf(act)} ${end} ${seen}`
  }
}

/** How a fault is met: by a method, over a connection. */
interface Way {
  readonly method: Method
  readonly over: 'a new connection' | 'a used connection' | 'HTTP/2'
}

/** The ways in which a context can meet a fault. */
function waysOf(context: Context, fault: NamedFault): Way[] {
  const { acts, tls, before, origin, reused, overHttp2 } = fault
  const isPlain = !overHttp2 && tls === undefined && origin === undefined
  const canUse = isPlain && (before === undefined || before === 'gateway')
  const isOfHttp1 = acts.some(({ raw, chunked, again, before }) =>
    [raw, chunked, again, before === 100].some(Boolean),
  )
  const canHttp2 = context.secured !== undefined && isPlain && before === undefined && !isOfHttp1
  const over: Way['over'][] = [
    ...(reused || overHttp2 ? [] : ['a new connection' as const]),
    ...(canUse ? ['a used connection' as const] : []),
    ...(canHttp2 || overHttp2 ? ['HTTP/2' as const] : []),
  ]
  return over.flatMap((each) =>
    (['POST', 'PUT'] as const).map((method) => ({ method, over: each })),
  )
}

async function playOne(context: Context, fault: NamedFault, { method, over }: Way): Promise<void> {
  const { name, acts, before, origin, tls } = fault
  const { node, secured, control } = context
  const isReused = over === 'a used connection' || fault.reused === true
  const isHttp2 = over === 'HTTP/2'
  const port = tls ?? (isHttp2 ? 'HTTP/2' : undefined)
  // What comes behind an answer would meet the next call over the same connection.
  const isBehind = acts.some(({ again, where }) => again || where === 'behind the answer')
  const own = isBehind ? node?.connecting(context, {}) : undefined
  const sending = port ? node?.through(context, port, { allowH2: isHttp2 }) : own
  const target = tls === undefined ? Number(new URL(control).port) : (secured?.ports[tls] ?? 0)
  const place = before === undefined ? undefined : await node?.placeBefore(target, before)
  const scheme = tls === undefined ? 'http' : 'https'
  const at = place && {
    at: (of: { path: string }) => `${scheme}://127.0.0.1:${place.port}${of.path}`,
  }
  const away = origin === undefined ? {} : { at: () => origin }
  const isCopied = before === 'gateway'
  const options = { method, reused: isReused, lastCopy: isCopied, ...limitsOf(fault) }
  const end = await context.endOf(acts, { ...options, ...sending, ...at, ...away })
  place?.stop()
  const what = `${name}, ${method} over ${over}: ${end}`
  if (isCopied) {
    const last = acts.at(-1)?.status ?? 0
    const isRefused = end.includes(` ${last} rejected `) && refuses(last, method === 'PUT')
    check(isRefused || end.startsWith('ok ') || end.includes(' unknown '), what)
    return
  }
  const due = endAfter(fault, method)
  const ends = fault.where === 'request' ? ['not_sent', 'unknown'] : [/(\w+) \d+$/.exec(due)?.[1]]
  const isOdd = fault.answer === 'given' && fault.where === 'head'
  // Half an answer may be read as a whole one that is no JSON where no length is known.
  const isLoose = isHttp2 || before !== undefined || fault.where === 'request' || isOdd
  const hidden = context.reasonsAreHidden ? due.replace('not_sent', 'unknown') : due
  const either = [...ends, ...(isOdd ? ['unknown'] : [])].join('|')
  const fits = isLoose ? new RegExp(`(^| )(${either}) [0-3]$`).test(end) : end === hidden
  check(fits, `${what}, not ${due}`)
}

/** A row that is played by its faults, each in every way in which it can be met. */
function played({ faults, ...row }: Group): Row {
  const run = async (context: Context): Promise<void> => {
    const possible = faults.filter(
      ({ before, tls, overHttp2 }) =>
        (before === undefined || context.node !== undefined) &&
        ((tls === undefined && !overHttp2) || context.secured !== undefined),
    )
    check(possible.length > 0, 'no fault can be met')
    await Promise.all(
      possible.flatMap((fault) =>
        waysOf(context, fault).map((way) => playOne(context, fault, way)),
      ),
    )
  }
  return { ...row, run }
}

export const rows = groups.map(played)
