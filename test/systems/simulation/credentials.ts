import type { Auth } from '../../../src/index.js'
import { type AuthKind, mark } from './record.js'
import { scopeOf } from './tokens.js'
import type { World } from './world.js'

/** Where the clients of a world take their tokens from. What a token endpoint does is tried in test/auth/. */
export interface Credentials {
  readonly kind: AuthKind
  readonly auth: Auth
}

export function makeCredentials(world: World): Credentials {
  const { random } = world
  const kind = random.pick(['fixed', 'function', 'source', 'source'] as const)
  if (kind === 'fixed') return { kind, auth: freshToken(world) }
  const give = tokenFunction(world)
  if (kind === 'function') return { kind, auth: give }
  const narrow = random.pick([0, 0, 0.3])
  const getToken = async () => {
    const value = await give()
    const all = Object.values(scopeOf)
    const scopes = random.chance(narrow) ? all.filter(() => random.chance(0.6)) : all
    world.tokens.limit(value, scopes)
    return { value, scopes }
  }
  return { kind, auth: { getToken, dropToken: () => undefined } }
}

function freshToken(world: World): string {
  const value = world.tokens.name()
  world.tokens.grant(value)
  return value
}

/** Gives a token, soon, or now and then what it should not. */
function tokenFunction(world: World): () => string | Promise<string> {
  const { random, loop } = world
  const odd = random.pick([0, 0, 0.05, 0.3])
  let current: string | undefined
  return () => {
    // A function that keeps a token gives it until it is refused, more or less.
    const isKept = current !== undefined && world.tokens.isGood(current) && random.chance(0.9)
    const value = isKept && current !== undefined ? current : freshToken(world)
    current = value
    const delayed = (delay: number) => loop.pause(random.between(0, delay)).then(() => value)
    if (!random.chance(odd)) return random.chance(0.5) ? value : delayed(100)
    const way = random.pick(['never', 'late', 'throws', 'rejects', 'undefined'])
    world.note(() => `a function of the caller's: ${way}`)
    if (way === 'never') return new Promise(() => undefined)
    if (way === 'late') return delayed(60_000)
    if (way === 'throws') throw new Error(`${mark} in what the function throws`)
    if (way === 'rejects') return Promise.reject(new TypeError(`${mark} in what it rejects with`))
    return undefined as unknown as string
  }
}
