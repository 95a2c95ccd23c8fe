import { type Auth, clientCredentials } from '../../../src/index.js'
import { afterSending, beforeSending, throwing } from './answers.js'
import { type Asked, asksToWait, durationOf, slownessOf } from './fates.js'
import { aborted, fetchAnswer, onAbort } from './network.js'
import type { Random } from './random.js'
import { type AuthKind, mark } from './record.js'
import { scopeOf, TokenLedger, type Verdict } from './tokens.js'
import type { World } from './world.js'

/** Where the clients of a world take their tokens from. */
export interface Credentials {
  readonly kind: AuthKind
  readonly auth: Auth
  readonly ledger?: TokenLedger
}

export function makeCredentials(world: World): Credentials {
  const kind = world.random.weighted([
    [5, 'credentials'],
    [2, 'fixed'],
    [2, 'function'],
    [1, 'source'],
  ] as const)
  if (kind === 'fixed') return { kind, auth: freshToken(world) }
  if (kind === 'function') return { kind, auth: tokenFunction(world) }
  if (kind === 'source') {
    const give = tokenFunction(world)
    const getToken = async () => ({ value: await give() })
    return { kind, auth: { getToken, dropToken: () => undefined } }
  }
  // Not as long as a call may take: which of the two ended a token request would not be known.
  const ledger = new TokenLedger(world, world.random.pick([200, 2_000, 9_000]))
  return { kind, ledger, auth: fromEndpoint(world, ledger) }
}

function freshToken(world: World): string {
  const value = world.tokens.name()
  world.tokens.grant(value)
  return value
}

function tokenFunction(world: World): () => string | Promise<string> {
  const { random } = world
  const odd = random.pick([0, 0, 0.05, 0.3])
  let current: string | undefined
  return () => {
    // A function that keeps a token gives it until it is refused, more or less.
    const isKept = current !== undefined && world.tokens.isGood(current) && random.chance(0.9)
    const value = isKept && current !== undefined ? current : freshToken(world)
    current = value
    return giveBy(world, value, odd, 60_000)
  }
}

/** What a function of the caller's gives: a value, soon, or now and then what it should not. */
function giveBy(
  world: World,
  value: string,
  odd: number,
  most: number,
  failed = (): void => undefined,
): string | Promise<string> {
  const { random, loop } = world
  const delayed = (delay: number) => loop.pause(random.between(0, delay)).then(() => value)
  if (!random.chance(odd)) return random.chance(0.5) ? value : delayed(100)
  const way = random.pick(['never', 'late', 'throws', 'rejects', 'undefined'])
  world.note(() => `a function of the caller's: ${way}`)
  if (way === 'never') return new Promise(() => undefined)
  if (way === 'late') return delayed(most)
  failed()
  if (way === 'throws') throw new Error(`${mark} in what the function throws`)
  if (way === 'rejects') return Promise.reject(new TypeError(`${mark} in what it rejects with`))
  return undefined as unknown as string
}

function fromEndpoint(world: World, ledger: TokenLedger): Auth {
  const { random } = world
  const mood = {
    success: random.pick([1, 1, 0.9, 0.4]),
    narrow: random.pick([0, 0, 0.3, 0.6]),
    pace: random.pick([5, 50, 500]),
  }
  const secret = `${mark}secret`
  const odd = random.pick([0, 0, 0.2])
  const ask = (): string | Promise<string> => {
    ledger.asks(true)
    return giveBy(world, secret, odd, 2 * ledger.timeout, () => ledger.failed())
  }
  return clientCredentials({
    tokenUrl: 'https://auth.example/token',
    clientId: 'c',
    timeout: ledger.timeout,
    clientSecret: random.chance(0.5) ? secret : ask,
    clientAuthentication: random.pick(['client_secret_post', 'client_secret_basic'] as const),
    fetch: tokenEndpoint(world, ledger, mood),
  })
}

/** What the token endpoint answers, and what it means. */
interface Answer {
  readonly status: number
  readonly text: string
  readonly verdict: Verdict
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
interface EndpointMood {
  readonly success: number
  /** How often a token has fewer scopes than were asked for. */
  readonly narrow: number
  readonly pace: number
}

function tokenEndpoint(world: World, ledger: TokenLedger, mood: EndpointMood): typeof fetch {
  const { random, loop } = world
  return (_url, init) => {
    const signal = init?.signal as AbortSignal
    const ended = ledger.request()
    const deaf = random.chance(0.2)
    const at = durationOf(random, ledger.timeout, 1.5, mood.pace)
    const answer = chooseAnswer(world, mood, at)
    world.note(() => `token request${deaf ? ', deaf' : ''}`)
    /** Rejects once the client ends the request; never where a deaf fetch goes on all the same. */
    const ending = () =>
      new Promise<never>((_, reject) =>
        onAbort(signal, () => {
          ended('left')
          if (!deaf) reject(aborted)
        }),
      )
    const unlessEnded = <Result>(delay: number, run: () => Result): Promise<Result> =>
      Promise.race([ending(), loop.pause(delay).then(run)])
    if (answer === 'silence') return ending()
    return unlessEnded(at, () => {
      if (answer === 'connection') {
        const { make, name } = random.chance(0.5) ? beforeSending(random) : afterSending(random)
        world.note(() => `token endpoint: ${name}`)
        // What cannot be looked at does not say that the network failed.
        ended(name === throwing ? 'failed' : answer)
        throw make(`${mark}secret`)
      }
      const { status, text, verdict, asked, learnt } = answer
      const there = loop.now + slownessOf(random, 15)
      const give = () => {
        world.note(() => `token endpoint: ${status} ${verdict}`)
        // A fetch that ignores its signal may answer when the request is long over.
        if (!signal.aborted) learnt?.()
        ended(verdict, asked)
        return { bytes: new TextEncoder().encode(text) }
      }
      const headers = new Headers(asked?.headers(loop.date))
      return fetchAnswer({ status, headers, read: () => unlessEnded(there - loop.now, give) })
    })
  }
}

function chooseAnswer(
  world: World,
  mood: EndpointMood,
  at: number,
): Answer | 'connection' | 'silence' {
  const { random } = world
  if (random.chance(mood.success)) return grant(world, mood, at)
  const way = random.weighted([
    [4, 'error'],
    [2, 'malformed'],
    [2, 'connection'],
    [1, 'silence'],
  ] as const)
  if (way === 'error') return refusal(random)
  return way === 'malformed'
    ? { status: 200, text: random.pick(malformed), verdict: 'failed' }
    : way
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
    expires_in,
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
  return { status, text, verdict: stale ? 'stale' : status === 503 ? 'away' : 'failed', asked }
}
