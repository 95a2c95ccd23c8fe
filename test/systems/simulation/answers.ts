import type { TransportBody, TransportResponse } from '../../../src/index.js'
import { heldQuote, madeAddress, madeConversion } from '../../support/examples.js'
import type { Reply } from './fates.js'
import { pageOf } from './reads.js'
import { type Attempt, type Ending, isHidden, type OperationId } from './record.js'
import type { World } from './world.js'

const encoder = new TextEncoder()
const encode = (text: string): TransportBody => ({ bytes: encoder.encode(text) })

/** Bodies that cannot be read, made of one that can. */
const spoilt = {
  broken: (text: string) => ({ ...encode(text.slice(0, -2)), cut: 'broken' }),
  'too large': () => ({ bytes: new Uint8Array(), cut: 'too_large' }),
  'not JSON': (text: string) => encode(`<p>${text}</p>`),
  null: () => encode('null'),
  'not UTF-8': () => ({ bytes: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) }),
} satisfies Record<string, (text: string) => TransportBody>

/** Whether the body can be read, and if not, why. */
export type BodyKind = 'own' | 'of another' | 'of the first' | keyof typeof spoilt

/** Bodies that break off are the most frequent. */
export const spoiltKinds = ['broken', ...(Object.keys(spoilt) as (keyof typeof spoilt)[])] as const

/** The answer of the service, or of a gateway. */
export function answerOf(world: World, attempt: Attempt, reply: Reply): TransportResponse {
  const { loop } = world
  const { status, retryAfter, bodyAt } = reply
  const headers = new Headers()
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (status === 401) headers.set('www-authenticate', 'Bearer error="invalid_token"')
  const give = (): TransportBody => {
    world.finish(attempt, endingOf(attempt, reply))
    return bodyOf(world, attempt, reply)
  }
  // The body arrives even while nobody reads it.
  const there = attempt.at + bodyAt
  const read = (): TransportBody | Promise<TransportBody> => {
    if (there <= loop.now) return give()
    return new Promise((resolve) => {
      loop.later(there - loop.now, () => resolve(give()))
      attempt.stop.signal.addEventListener('abort', () =>
        resolve({ bytes: new Uint8Array(), cut: 'broken' }),
      )
    })
  }
  return { status, headers, read }
}

function endingOf({ call }: Attempt, { status, body }: Reply): Ending {
  if (status >= 300 || body === 'own' || (body === 'of another' && isHidden(call)))
    return { by: 'answer', status }
  return { by: body === 'broken' ? 'broken' : 'unreadable' }
}

function bodyOf(world: World, attempt: Attempt, { status, body }: Reply): TransportBody {
  const text = status < 300 ? textOf(world, attempt, body) : '{"code":"refused"}'
  return body in spoilt ? spoilt[body as keyof typeof spoilt](text) : encode(text)
}

const time = '2026-03-01T00:00:00.000Z'

/** What a success says: of a read, what the service shows of the call. */
function textOf({ random, view, loop }: World, attempt: Attempt, body: BodyKind): string {
  const { of } = attempt.call
  if (!of) return successOf(attempt, body)
  const { ref_id } = of.body
  const made = {
    ...madeConversion,
    profile_id: of.key,
    ref_id: ref_id ?? of.attempts.find(({ reference }) => reference)?.reference,
  }
  const { page, shows } = pageOf(random, view, of, loop.now, made)
  of.isShown ||= shows && attempt.ending?.by === 'answer'
  return JSON.stringify(page)
}

function successOf({ call, reference }: Attempt, body: BodyKind): string {
  const isOther = body === 'of another'
  const key = isOther ? `not-${call.key}` : call.key
  const ref_id = isOther ? `not-${reference}` : reference
  const bodies = {
    createIssuerQuote: { ...heldQuote, quote_id: key, expires_at: time },
    putCryptoDestinationAddress: {
      address: { ...madeAddress, id: key, nickname: key, created_at: time },
    },
    createStablecoinConversion: {
      ...madeConversion,
      profile_id: key,
      created_at: time,
      updated_at: time,
      ...(reference !== undefined && { ref_id }),
      // As of a service that answers a repeated reference with the first conversion.
      ...(body === 'of the first' && { amount: '999' }),
    },
  }
  return JSON.stringify(bodies[call.operation as OperationId])
}
