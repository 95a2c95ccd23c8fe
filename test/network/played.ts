import { type Act, factsOf } from './act.js'
import { type FaultRow, faults } from './faults.js'
import { endsOf, refuses } from './vocabulary.js'
import { limits } from '../support/limits.js'
import { check } from './check.js'
import type { Context, Method, Row } from './script.js'

/** What these rows cannot play: a process that stands still has rows of its own. */
export const without = ['frozen', 'blocked']

/** Long enough where an answer comes, and soon over where none does. */
function limitsOf({ answer, acts, before }: FaultRow) {
  if (answer === 'late' || acts.some(({ by }) => by === 'silence')) return { timeout: 400 }
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
function endAfter(row: FaultRow, method: Method): string {
  if (row.where === 'connecting' || row.where === 'handshake' || row.where === 'request')
    return `ERR_CONNECTION ${endsOf(row)[0]} 0`
  for (let seen = 1; ; seen++) {
    const act = row.acts[Math.min(seen, row.acts.length) - 1] ?? {}
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
function waysOf(context: Context, row: FaultRow): Way[] {
  const { acts, door, before, origin, reused, overHttp2 } = row
  const isPlain = !overHttp2 && door === undefined && origin === undefined
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

async function playOne(context: Context, row: FaultRow, { method, over }: Way): Promise<void> {
  const { name, acts, before, origin, door } = row
  const { node, secured, control } = context
  const isReused = over === 'a used connection' || row.reused === true
  const isHttp2 = over === 'HTTP/2'
  const through = door ?? (isHttp2 ? 'HTTP/2' : undefined)
  const sending = through && node?.through(context, through, { allowH2: isHttp2 })
  const target = door === undefined ? Number(new URL(control).port) : (secured?.ports[door] ?? 0)
  const place = before === undefined ? undefined : await node?.placeBefore(target, before)
  const scheme = door === undefined ? 'http' : 'https'
  const at = place && {
    at: (of: { path: string }) => `${scheme}://127.0.0.1:${place.port}${of.path}`,
  }
  const away = origin === undefined ? {} : { at: () => origin }
  const isCopied = before === 'gateway'
  const options = { method, reused: isReused, lastCopy: isCopied, ...limitsOf(row) }
  const end = await context.endOf(acts, { ...options, ...sending, ...at, ...away })
  await place?.stop()
  const what = `${name}, ${method} over ${over}: ${end}`
  if (isCopied) {
    const last = row.acts.at(-1)?.status ?? 0
    const isRefused = end.includes(` ${last} rejected `) && refuses(last, method === 'PUT')
    check(isRefused || end.startsWith('ok ') || end.includes(' unknown '), what)
    return
  }
  const due = endAfter(row, method)
  const ends = row.where === 'request' ? ['not_sent', 'unknown'] : [/(\w+) \d+$/.exec(due)?.[1]]
  const isOdd = row.answer === 'given' && row.where === 'head'
  // Half an answer may be read as a whole one that is no JSON where no length is known.
  const isLoose = isHttp2 || before !== undefined || row.where === 'request' || isOdd
  const hidden = context.reasonsAreHidden ? due.replace('not_sent', 'unknown') : due
  const either = [...ends, ...(isOdd ? ['unknown'] : [])].join('|')
  const fits = isLoose ? new RegExp(`(^| )(${either}) [0-3]$`).test(end) : end === hidden
  check(fits, `${what}, not ${due}`)
}

/** A row of the table that is played by faults of the far side, each in every way in which it can be met. */
function playing(
  row: Pick<Row, 'fault' | 'demand' | 'everywhere' | 'breaks' | 'overTls'>,
  is: (fault: FaultRow) => boolean,
): Row & { readonly played: readonly FaultRow[] } {
  const played = faults.filter((fault) => !without.includes(fault.name) && is(fault))
  const run = async (context: Context): Promise<string> => {
    const possible = played.filter(
      ({ before, door, overHttp2 }) =>
        (before === undefined || context.node !== undefined) &&
        ((door === undefined && !overHttp2) || context.secured !== undefined),
    )
    const cases = possible.flatMap((fault) =>
      waysOf(context, fault).map((way) => () => playOne(context, fault, way)),
    )
    await Promise.all(cases.map((play) => play()))
    return `${possible.length} faults in ${cases.length} calls`
  }
  return { ...row, run, played }
}

/** Whether the connection breaks before there is an answer, by more than silence. */
const isLost = ({ answer, acts, overHttp2, door, where }: FaultRow): boolean =>
  answer === 'lost' &&
  !overHttp2 &&
  door === undefined &&
  (where === 'request' || where === 'before the first byte') &&
  acts.every(({ by }) => by !== 'silence')

const isCut = ({ answer, where, acts, overHttp2 }: FaultRow): boolean =>
  answer === 'cut' &&
  where === 'body' &&
  !overHttp2 &&
  acts.every(({ by, chunked }) => by !== undefined && !chunked)

/** Whether the answer of a fault is a status within a range. */
const isStatus = ({ answer, before }: FaultRow, least: number, most: number): boolean =>
  before !== 'gateway' && typeof answer === 'number' && answer >= least && answer <= most

/** What no other row plays is odd in how its answer is written. */
const isOdd = ({ answer, acts: [act = {}] }: FaultRow): boolean =>
  act.by !== 'silence' &&
  answer !== 'late' &&
  [
    act.raw,
    act.before,
    act.chunked,
    act.again,
    act.trailers,
    act.where === 'behind the answer',
  ].some(Boolean)

/** The rows that the faults of the table make, by where each goes wrong. */
export const rows = [
  playing(
    {
      fault: 'connection refused, name not found',
      demand: '≤ 3 tries, not_sent',
      everywhere: true,
    },
    ({ where }) => where === 'connecting',
  ),
  playing(
    {
      fault: 'a reset or an end after the whole request, also on a reused connection',
      demand: 'POST once, unknown, refId; PUT ≤ 3',
      everywhere: true,
      breaks: true,
    },
    isLost,
  ),
  playing({ fault: 'a reset or an end in the body', demand: 'as 2', everywhere: true }, isCut),
  playing(
    { fault: 'no answer, one that is late, one byte a second', demand: 'POST once, unknown' },
    ({ answer, acts }) => answer === 'late' || acts[0]?.by === 'silence',
  ),
  playing(
    {
      fault: 'an answer that is no HTTP, half of one, two of them, or comes after 100 or 103',
      demand: 'POST once; a success or unknown',
    },
    isOdd,
  ),
  playing(
    {
      fault: 'an HTTP/2 stream that the server refuses or resets, a connection that it ends',
      demand: 'POST once, unknown; PUT ≤ 3, each an attempt',
      overTls: true,
    },
    ({ overHttp2 }) => overHttp2 === true,
  ),
  playing(
    {
      fault:
        'a certificate that is refused; a break or plain text in the handshake and after the request',
      demand: 'not_sent in the handshake; POST once, unknown after it',
      overTls: true,
    },
    ({ door, where }) => door !== undefined && where !== 'connecting',
  ),
  playing(
    {
      fault: 'a gateway that repeats what was carried out, and passes on what the copy gets',
      demand: 'sent once; rejected only by what no client can tell from a first refusal',
    },
    ({ before }) => before === 'gateway',
  ),
  playing(
    {
      fault: '500, 502, 503, 504 with empty, HTML, JSON, null body',
      demand: 'POST once, unknown; PUT ≤ 3',
    },
    (fault) => isStatus(fault, 500, 599),
  ),
  playing(
    {
      fault: '408, 425, 405, 409, 424, 429, 499, 400, 403, 404, 422',
      demand: 'POST rejected only by 429 and the last 4; 409 never retried',
    },
    (fault) => isStatus(fault, 400, 499) && fault.answer !== 421,
  ),
  playing(
    {
      fault: '200 with cut JSON, HTML, empty, null, string, array, error; 204',
      demand: 'never a success, unknown',
      everywhere: true,
    },
    ({ answer, acts: [act] }) =>
      answer === 'no success' ||
      answer === 'of another' ||
      (answer === 'cut' && act?.body !== undefined),
  ),
  playing(
    {
      fault: '421, after which the fetch standard sends again',
      demand: 'POST once, rejected',
      everywhere: true,
    },
    ({ answer }) => answer === 421,
  ),
]
