import { vi } from 'vitest'
import type { TokenFacts } from '../../src/events.js'
import {
  type AccessToken,
  clientCredentials,
  type ClientCredentialsOptions,
  type TokenSource,
} from '../../src/index.js'
import { sharedToken, type TokenStore } from '../../src/shared-token.js'

/** It stays real where the clock is a fake. */
const { setImmediate: realTurn } = globalThis
const hashing = new Set<object>()
// Made in another thread, which knows nothing of the fake clock.
for (const name of ['importKey', 'sign'] as const) {
  const run = crypto.subtle[name].bind(crypto.subtle) as (...all: unknown[]) => Promise<never>
  crypto.subtle[name] = async (...parameters: unknown[]): Promise<never> => {
    const made = run(...parameters)
    hashing.add(made)
    return made.finally(() => hashing.delete(made))
  }
}

/** What a promise settles with, while the fake clock goes on as far as it waits, up to a minute. */
export async function settled<Result>(promise: Promise<Result>): Promise<Result> {
  const pending = new Set([promise])
  const over = (): void => void pending.delete(promise)
  promise.then(over, over)
  for (let steps = 0; pending.size > 0; steps++) {
    if (steps > 6_000) throw new Error('it did not settle')
    await vi.advanceTimersByTimeAsync(steps < 3 ? 0 : 10)
    while (hashing.size > 0) await new Promise<void>((resolve) => realTurn(resolve))
  }
  return promise
}

/** Lets some time pass in which something goes on in the background. */
export const meanwhile = (seconds: number): Promise<void> =>
  settled(new Promise((resolve) => setTimeout(resolve, seconds * 1_000)))

/** A store in memory that keeps its times, as Redis does, and tells what it was asked. */
export class MemoryStore implements TokenStore {
  readonly #kept = new Map<string, { text: string; until: number }>()
  readonly asked: string[] = []

  get(key: string): unknown {
    this.asked.push('get')
    const kept = this.#kept.get(key)
    return Promise.resolve(kept && performance.now() < kept.until ? kept.text : undefined)
  }

  set(key: string, text: string, milliseconds: number): unknown {
    this.asked.push('set')
    this.#kept.set(key, { text, until: performance.now() + milliseconds })
    return Promise.resolve('OK')
  }

  delete(key: string): unknown {
    this.asked.push('delete')
    return Promise.resolve(this.#kept.delete(key))
  }

  /** What is there now, and its key. */
  now(): readonly [string, string][] {
    return [...this.#kept].map(([key, { text }]) => [key, text])
  }

  put(text: string): void {
    for (const [key, { until }] of this.#kept) this.#kept.set(key, { text, until })
  }
}

/** The same with a lock. */
export class LockingStore extends MemoryStore {
  readonly #locks = new Map<string, number>()

  lock(key: string, milliseconds: number) {
    this.asked.push('lock')
    if ((this.#locks.get(key) ?? 0) > performance.now()) return Promise.resolve(undefined)
    const until = performance.now() + milliseconds
    this.#locks.set(key, until)
    return Promise.resolve(() => {
      this.asked.push('unlock')
      if (this.#locks.get(key) === until) this.#locks.delete(key)
    })
  }
}

/** The options of a process, and what separates its tokens in the store. */
type Options = Partial<ClientCredentialsOptions> & Parameters<typeof sharedToken>[1]

/** A token endpoint, and processes that ask it for tokens t1, t2, …, each after `delay`. */
export class Fleet {
  requests = 0
  lifetime: number | undefined = 100
  delay = 100

  process(store: TokenStore, { partition, ...options }: Options = {}): Member {
    const source = clientCredentials({
      tokenUrl: 'https://auth.example.com/token',
      clientId: 'client-of-the-fleet',
      clientSecret: 's3cret-1',
      fetch: async () => {
        const granted = { access_token: `token-${++this.requests}`, token_type: 'Bearer' }
        const expires = this.lifetime === undefined ? {} : { expires_in: this.lifetime }
        await new Promise((resolve) => setTimeout(resolve, this.delay))
        return Response.json({ ...granted, ...expires })
      },
      store: sharedToken(store, partition === undefined ? {} : { partition }),
      ...options,
    })
    return new Member(source)
  }

  processes(count: number, store: TokenStore): readonly Member[] {
    return Array.from({ length: count }, () => this.process(store))
  }
}

/** One process of a fleet. */
class Member {
  readonly events: TokenFacts[] = []
  constructor(readonly source: TokenSource) {}

  /** The token that a call would be made with now. */
  async token(): Promise<string> {
    const [token = ''] = await all([this])
    return token
  }

  ask(): Promise<AccessToken> {
    return this.source.getToken({ emit: (event) => void this.events.push(event) })
  }

  drop(token: string): void {
    this.source.dropToken(token)
  }
}

/** The tokens that calls of all these would be made with now, all at once. */
export async function all(members: readonly Member[]): Promise<string[]> {
  const granted = await settled(Promise.all(members.map((member) => member.ask())))
  return granted.map(({ value }) => value)
}
