import { inspect } from 'node:util'
import type { ClientEvent } from '../../../src/index.js'
import { nameOf } from './network.js'
import { type Attempt, type CallRecord, mark, referenceOf } from './record.js'
import type { World } from './world.js'

type Subject = Exclude<ClientEvent, { type: 'token' | 'end' }>

/** Collects the events of one client. Events name no call, but conversions by their reference. */
export class EventLog {
  readonly #events: Subject[] = []
  readonly #ended: string[] = []

  constructor(private readonly world: World) {}

  readonly add = (event: ClientEvent): void => {
    const { world } = this
    world.note(() => `event ${JSON.stringify(event)}`)
    const shown = secretIn(event, false)
    world.demand(shown === undefined, () => `a secret shows in an event, at ${shown}`)
    if (event.type === 'end') this.#ended.push(event.call)
    else if (event.type !== 'token') this.#events.push(event)
  }

  /** Checks that each attempt has its two events, in order, and that they tell the truth. */
  check(calls: readonly CallRecord[]): void {
    const { world } = this
    const ends = [this.#ended.length, new Set(this.#ended).size]
    world.demand(
      ends.every((count) => count === calls.length),
      () => `${ends.join(', of different calls ')} ends of ${calls.length} calls`,
    )
    const attempts = calls.reduce((sum, call) => sum + call.attempts.length, 0)
    for (const type of ['attempt', 'response']) {
      const count = this.#events.filter((event) => event.type === type).length
      world.demand(count === attempts, () => `${count} ${type} events of ${attempts}`)
    }
    for (const call of calls) {
      const reference = referenceOf(call)
      const events = this.#events.filter(({ refId }) => refId === reference)
      if (reference !== undefined) this.#checkCall(call, events)
    }
  }

  #checkCall({ key, attempts }: CallRecord, events: readonly Subject[]): void {
    const told = events.map(({ type, attempt }) => `${type} ${attempt}`).join(', ')
    // The services of these worlds depart from the document in nothing, so that no event tells of a drift.
    const all = attempts.flatMap(({ number }) =>
      ['attempt', 'response', 'retry'].map((type) => `${type} ${number}`),
    )
    // The last retry may have been called off while it waited.
    const fits = [all, all.slice(0, -1)].some((some) => some.join(', ') === told)
    this.world.demand(fits, () => `${key}: the events are ${told}`)
    for (const event of events) {
      const attempt = event.type === 'response' ? attempts[event.attempt - 1] : undefined
      if (event.type === 'response' && attempt) this.#checkResponse(attempt, event)
    }
  }

  #checkResponse(
    attempt: Attempt,
    { status, error }: Extract<ClientEvent, { type: 'response' }>,
  ): void {
    const { ending } = attempt
    const isTrue =
      ending?.by === 'answer'
        ? status === ending.status && (error === undefined) === ending.status < 300
        : error !== undefined || (ending?.by === 'failure' && ending.hostile)
    this.world.demand(
      isTrue,
      () => `${nameOf(attempt)}: an event of ${status} ${error} after ${JSON.stringify(ending)}`,
    )
  }
}

/** Where a secret shows in something that a caller may log; undefined where none does. */
export function secretIn(value: unknown, thorough: boolean): string | undefined {
  const found = find(value, [])
  if (found !== undefined || !thorough) return found
  const written = inspect(value, { depth: 10, showHidden: true })
  return written.includes(mark) ? 'somewhere in what inspect shows' : undefined
}

function find(value: unknown, above: readonly unknown[]): string | undefined {
  if (typeof value === 'string') return value.includes(mark) ? '' : undefined
  if (typeof value !== 'object' || value === null || above.includes(value)) return undefined
  for (const name of Object.getOwnPropertyNames(value)) {
    // A stack begins with the message, which is searched on its own.
    if (name === 'stack') continue
    const member: unknown = (value as Record<string, unknown>)[name]
    const found = name.includes(mark) ? '' : find(member, [...above, value])
    if (found !== undefined) return `.${name}${found}`
  }
  return undefined
}
