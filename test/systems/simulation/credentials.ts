import { type AccessToken, type Auth, clientCredentials } from '../../../src/index.js'
import { type AuthKind, mark } from './record.js'
import { tokenEndpoint } from './token-endpoint.js'
import { TokenLedger } from './token-ledger.js'
import type { World } from './world-state.js'

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
    const getToken = async (): Promise<AccessToken> => {
      const value = await give()
      return { value }
    }
    return { kind, auth: { getToken, dropToken: () => undefined } }
  }
  const ledger = new TokenLedger(world, world.random.pick([200, 2_000, 10_000]))
  return { kind, ledger, auth: fromEndpoint(world, ledger) }
}

function freshToken(world: World): string {
  const value = world.tokens.name()
  world.tokens.grant(value, undefined, world.loop.now)
  return value
}

/** A function of the caller's, which now and then does what it should not. */
function tokenFunction(world: World): () => string | Promise<string> {
  const { random } = world
  const odd = random.pick([0, 0, 0.05, 0.3])
  let current: string | undefined
  return () => {
    // A function that keeps a token gives it until it is refused, more or less.
    const value =
      current !== undefined && world.tokens.isGood(current) && random.chance(0.9)
        ? current
        : freshToken(world)
    current = value
    if (!random.chance(odd)) return random.chance(0.5) ? value : delayed(world, value)
    const way = random.below(6)
    world.note(() => `the token function fails in way ${way}`)
    if (way === 0) throw new Error(`${mark} in what the function throws`)
    if (way === 1) return Promise.reject(new TypeError(`${mark} in what it rejects with`))
    if (way === 2) return new Promise(() => undefined)
    if (way === 3) return undefined as unknown as string
    if (way === 4) return `${mark} with a space`
    return delayed(world, value, 60_000)
  }
}

function delayed(world: World, value: string, most = 100): Promise<string> {
  return new Promise((resolve) => {
    world.loop.later(world.random.between(0, most), () => resolve(value))
  })
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
    if (!random.chance(odd)) return random.chance(0.5) ? secret : delayed(world, secret)
    const way = random.below(5)
    world.note(() => `the secret function fails in way ${way}`)
    if (way === 0) return new Promise(() => undefined)
    if (way === 1) return delayed(world, secret, 2 * ledger.timeout)
    ledger.failed()
    if (way === 2) throw new Error(`${mark} in what the function throws`)
    if (way === 3) return Promise.reject(new TypeError(`${mark} in what it rejects with`))
    return undefined as unknown as string
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
