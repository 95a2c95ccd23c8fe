import type { ClientEvent } from '../../../src/index.js'
import { type Attempt, type CallRecord, referenceOf } from './record.js'
import { secretIn } from './secrets.js'
import type { World } from './world-state.js'

type Subject = Exclude<ClientEvent, { type: 'token' | 'end' }>

/** Collects the events of one client. Events name no call, but conversions by their reference. */
export class EventLog {
  readonly #world: World
  readonly #events: Subject[] = []
  readonly #ended: string[] = []

  constructor(world: World) {
    this.#world = world
  }

  readonly add = (event: ClientEvent): void => {
    const world = this.#world
    world.note(() => `event ${JSON.stringify(event)}`)
    const shown = secretIn(event, false)
    world.demand(shown === undefined, () => `a secret shows in an event, at ${shown}`)
    if (event.type === 'end') this.#ended.push(event.call)
    else if (event.type !== 'token') this.#events.push(event)
  }

  /** Checks that each attempt has its two events, in order, and that they tell the truth. */
  check(calls: readonly CallRecord[]): void {
    const ends = [this.#ended.length, new Set(this.#ended).size]
    this.#world.demand(
      ends.every((count) => count === calls.length),
      () => `${ends.join(', of different calls ')} ends of ${calls.length} calls`,
    )
    const attempts = calls.reduce((sum, call) => sum + call.attempts.length, 0)
    for (const type of ['attempt', 'response']) {
      const count = this.#events.filter((event) => event.type === type).length
      this.#world.demand(count === attempts, () => `${count} ${type} events of ${attempts}`)
    }
    const byReference = new Map<string | undefined, Subject[]>()
    for (const event of this.#events) {
      const { refId } = event
      const list = byReference.get(refId) ?? []
      byReference.set(refId, list)
      list.push(event)
    }
    for (const call of calls) {
      const reference = referenceOf(call)
      if (reference !== undefined) this.#checkCall(call, byReference.get(reference) ?? [])
    }
  }

  #checkCall(call: CallRecord, events: readonly Subject[]): void {
    const told = events
      .filter(({ type }) => type !== 'drift')
      .map(({ type, attempt }) => `${type} ${attempt}`)
    const expected = call.attempts.flatMap(({ number }) => [
      `attempt ${number}`,
      `response ${number}`,
      `retry ${number}`,
    ])
    // The last retry may have been called off while it waited.
    const list = (one: readonly string[]): string => one.join(', ')
    const fits = [expected, expected.slice(0, -1)].some((one) => list(one) === list(told))
    this.#world.demand(fits, () => `${call.key}: the events are ${list(told)}`)
    for (const event of events)
      if (event.type === 'response') this.#checkResponse(call.attempts[event.attempt - 1], event)
    this.#checkDrift(call, events)
  }

  #checkResponse(
    attempt: Attempt | undefined,
    { status, error }: Extract<ClientEvent, { type: 'response' }>,
  ): void {
    const { ending, call, number } = attempt ?? {}
    const told = `${call?.key}#${number}: an event of ${status} ${error} after ${JSON.stringify(ending)}`
    if (ending?.by === 'answer') {
      this.#world.demand(status === ending.status, () => told)
      this.#world.demand((error === undefined) === ending.status < 300, () => told)
    } else if (ending?.by !== 'failure' || !ending.hostile)
      this.#world.demand(error !== undefined, () => told)
  }

  /** The services of these worlds depart from the document in nothing. */
  #checkDrift(call: CallRecord, events: readonly Subject[]): void {
    const drifts = events.filter(({ type }) => type === 'drift').length
    this.#world.demand(drifts === 0, () => `${call.key}: ${drifts} drift events`)
  }
}
