import type { TransportBody, TransportRequest, TransportResponse } from '../../../src/index.js'
import { heldQuote, madeAddress, madeConversion } from '../../support/examples.js'
import { beforeSending } from './failures.js'
import type { BodyKind, End, Hostile } from './fates.js'
import type { Attempt, Ending } from './record.js'
import type { World } from './world-state.js'

const encoder = new TextEncoder()

/** The answer of the service, or one that breaks the contract of transports. */
export function answerOf(
  world: World,
  attempt: Attempt,
  request: TransportRequest,
  end: Extract<End, { kind: 'answer' | 'hostile' }>,
): TransportResponse {
  world.note(() => `${attempt.call.key}#${attempt.number} answered`)
  if (end.kind === 'hostile') return hostileAnswer(world, attempt, end.way)
  const { status, asked, body, bodyAt, echo } = end
  const headers = new Headers(asked.headers(world.loop.date))
  if (status === 401)
    headers.set(
      'www-authenticate',
      `Bearer error="${echo % 4 === 0 ? attempt.token : 'invalid_token'}"`,
    )
  // The body arrives even while nobody reads it.
  const there = attempt.begunAt + bodyAt
  const read = (): TransportBody | Promise<TransportBody> => {
    const give = (): TransportBody => {
      world.finish(attempt, endingOf(attempt, status, body))
      return bodyOf(attempt, status, body, echo)
    }
    if (there <= world.loop.now) return give()
    return new Promise((resolve) => {
      if (there < Infinity) world.loop.later(there - world.loop.now, () => resolve(give()))
      if (attempt.watched)
        request.stop.signal.addEventListener('abort', () =>
          resolve({ bytes: new Uint8Array(), cut: 'broken' }),
        )
    })
  }
  return { status, headers, read }
}

function endingOf({ reference }: Attempt, status: number, body: BodyKind): Ending {
  const crossed = body === 'another call' && reference !== undefined
  if (status >= 300 || body === 'own' || (body === 'another call' && !crossed))
    return { by: 'answer', status }
  return { by: body === 'broken' ? 'broken' : 'unreadable' }
}

function bodyOf(attempt: Attempt, status: number, kind: BodyKind, echo: number): TransportBody {
  const text = status < 300 ? successOf(attempt, kind === 'another call') : refusalOf(attempt, echo)
  if (kind === 'broken') return { bytes: encoder.encode(text.slice(0, -2)), cut: 'broken' }
  if (kind === 'too large') return { bytes: new Uint8Array(), cut: 'too_large' }
  if (kind === 'not UTF-8')
    return { bytes: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) }
  if (kind === 'not JSON') return { bytes: encoder.encode(`<p>${text}</p>`) }
  if (kind === 'an error') return { bytes: encoder.encode(refusalOf(attempt, 9)) }
  if (kind === 'null') return { bytes: encoder.encode('null') }
  if (kind === 'a list') return { bytes: encoder.encode(`[${text}]`) }
  return { bytes: encoder.encode(text) }
}

const time = '2026-03-01T00:00:00.000Z'

function successOf({ call, reference }: Attempt, another: boolean): string {
  const key = another ? `not-${call.key}` : call.key
  if (call.operation === 'createIssuerQuote')
    return JSON.stringify({ ...heldQuote, quote_id: key, expires_at: time })
  if (call.operation === 'putCryptoDestinationAddress')
    return JSON.stringify({ address: { ...madeAddress, id: key, nickname: key, created_at: time } })
  return JSON.stringify({
    ...madeConversion,
    profile_id: key,
    created_at: time,
    updated_at: time,
    ...(reference !== undefined && { ref_id: another ? `not-${reference}` : reference }),
  })
}

/** Some services repeat in their answers what they were sent. */
function refusalOf({ token }: Attempt, echo: number): string {
  if (echo > 8) return echo % 2 === 0 ? '' : '{"code":"refused","message":"no"}'
  const forms = [token, encodeURIComponent(token), JSON.stringify(token)]
  return JSON.stringify({ message: `you sent ${forms[echo % 3] ?? ''}` })
}

function hostileAnswer(world: World, attempt: Attempt, way: Hostile): TransportResponse {
  const fail = (): never => {
    throw new Error(`hostile, with ${attempt.token}`)
  }
  world.finish(attempt, { by: 'failure', hostile: true })
  const head = { status: 200, headers: new Headers(), read: fail }
  const { make } = beforeSending(world.random)
  const ways: Partial<Record<Hostile, object>> = {
    'read throws': head,
    'read rejects': { ...head, read: () => Promise.reject(new Error('hostile')) },
    'read rejects as if nothing was sent': {
      ...head,
      read: () => Promise.reject(make(attempt.token)),
    },
    'read gives undefined': { ...head, read: () => undefined },
    'no headers': { status: 500, read: () => ({ bytes: new Uint8Array() }) },
  }
  const getter = Object.defineProperty({ ...head }, 'status', { get: fail })
  return (ways[way] ?? getter) as TransportResponse
}
