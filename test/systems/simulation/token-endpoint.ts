import { afterSending, beforeSending } from './failures.js'
import { streamOf } from './fetch.js'
import { aborted } from './network.js'
import type { Random } from './random.js'
import { mark } from './record.js'
import { type Asked, asksToWait } from './retry-after.js'
import { scopeOf } from './token-book.js'
import type { TokenLedger, Verdict } from './token-ledger.js'
import type { World } from './world-state.js'

/** An answer of the token endpoint, and what it means. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly verdict: Verdict
  readonly headers?: Record<string, string>
  readonly asked?: Asked
  /** What the client knows once it has read it. */
  readonly learnt?: () => void
}

const malformed = [
  ...['', 'null', '7', '[]', '{}', '{"access_token":', '<html></html>'],
  '{"token_type":"Bearer"}',
  `{"access_token":null,"token_type":"Bearer"}`,
  `{"access_token":"${mark} b","token_type":"Bearer"}`,
  `{"access_token":"","token_type":"Bearer"}`,
  `{"access_token":"${mark}","token_type":"mac"}`,
  `{"access_token":"${mark}"}`,
  `{"access_token":"${mark}","token_type":"Bearer","expires_in":"soon"}`,
  `{"access_token":"${mark}","token_type":"Bearer","expires_in":-1}`,
  `{"access_token":"${mark}","token_type":"Bearer","scope":7}`,
  `{"access_token":"${mark}${'x'.repeat(9_000)}","token_type":"Bearer"}`,
  'x'.repeat(70_000),
]

const lifetimes = [undefined, 1, 5, 10, 30, 60, 300, 300, 3_600, 3_600, 3_600]

/** How the endpoint of one world is. */
export interface EndpointMood {
  readonly success: number
  /** How often a token has fewer scopes than were asked for. */
  readonly narrow: number
  readonly pace: number
}

export function tokenEndpoint(
  world: World,
  ledger: TokenLedger,
  mood: EndpointMood,
): typeof globalThis.fetch {
  const { random, loop } = world
  const duration = (): number =>
    random.chance(0.05) ? random.between(0, 1.5 * ledger.timeout) : random.next() ** 2 * mood.pace
  return (_url, init) => {
    const signal = init?.signal as AbortSignal
    const ended = ledger.request()
    const deaf = random.chance(0.2)
    world.note(() => `token request${deaf ? ', deaf' : ''}`)
    return new Promise<Response>((resolve, reject) => {
      const listen = (react: (reason: Error) => void): void => {
        const stopped = (): void => {
          ended('left')
          if (!deaf) react(aborted)
        }
        if (signal.aborted) stopped()
        else signal.addEventListener('abort', stopped)
      }
      listen(reject)
      const at = duration()
      if (random.chance(mood.success)) {
        answer(grant(world, mood, at))
        return
      }
      const way = random.weighted([
        [4, 'error'],
        [2, 'malformed'],
        [2, 'connection'],
        [1, 'silence'],
      ] as const)
      if (way === 'error') answer(refusal(random))
      if (way === 'malformed')
        answer({ status: 200, text: random.pick(malformed), verdict: 'failed' })
      if (way === 'connection') {
        const { make, name } = random.chance(0.5) ? beforeSending(random) : afterSending(random)
        loop.later(at, () => {
          world.note(() => `token endpoint: ${name}`)
          ended('connection')
          reject(make(`${mark}secret`))
        })
      }

      function answer({ status, text, verdict, headers, asked, learnt }: Answer): void {
        const slow = random.weighted([
          [15, 0],
          [3, random.between(0, 300)],
          [1, Infinity],
        ])
        const bytes = new TextEncoder().encode(text)
        loop.later(at, () => {
          const there = loop.now + slow
          const give = (): { bytes: Uint8Array } => {
            world.note(() => `token endpoint: ${status} ${verdict}`)
            if (!signal.aborted) learnt?.()
            ended(verdict, asked)
            // A fetch that ignores its signal may answer when the request is long over.
            return { bytes }
          }
          const body = streamOf(
            () =>
              new Promise((pass, fail) => {
                listen(fail)
                if (there <= loop.now) pass(give())
                else if (there < Infinity) loop.later(there - loop.now, () => pass(give()))
              }),
          )
          resolve({ status, headers: new Headers(headers), body } as Response)
        })
      }
    })
  }
}

function grant(world: World, mood: EndpointMood, at: number): Answer {
  const { random, tokens, loop } = world
  const value = tokens.name()
  const expires_in = random.pick(lifetimes)
  const all = Object.values(scopeOf)
  const narrow = random.chance(mood.narrow)
  const scopes = narrow ? all.filter(() => random.chance(0.6)) : all
  const named = narrow || random.chance(0.5)
  const grantedAt = loop.now + at * random.next()
  const text = JSON.stringify({
    access_token: value,
    token_type: random.pick(['Bearer', 'bearer']),
    ...(expires_in !== undefined && { expires_in }),
    // An empty list cannot be written.
    ...(named && scopes.length > 0 && { scope: scopes.join(' ') }),
  })
  const learnt = (): void =>
    tokens.grant(value, expires_in, grantedAt, scopes.length > 0 ? scopes : all)
  return { status: 200, text, verdict: 'granted', learnt }
}

function refusal(random: Random): Answer {
  const status = random.pick([302, 400, 401, 401, 403, 429, 429, 500, 503, 503])
  const error = random.pick(['invalid_client', 'invalid_scope', 'oops', `${mark}secret`])
  const text = random.chance(0.2) ? 'oops' : JSON.stringify({ error })
  const asked = asksToWait(random, status === 429 || status === 503)
  const stale = status === 401 || (status === 400 && text.includes('invalid_client'))
  return {
    status,
    text,
    verdict: stale ? 'stale' : status === 503 ? 'away' : 'failed',
    headers: asked.headers(Date.now()),
    asked,
  }
}
