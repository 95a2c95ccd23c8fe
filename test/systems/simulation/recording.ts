import type { ClientOptions } from '../../../src/index.js'
import type { World } from './world-state.js'

/** One question to `beforeSend`, and how its promise ended. */
export interface Recording {
  readonly attempt: number
  readonly at: number
  /** When the turn before began. */
  readonly turnBefore: number
  ended: 'recorded' | 'failed' | 'sent_before' | undefined
}

const odds = ['failed', 'sent_before', 'silent'] as const

/** A journal of the caller's, which takes its time, and now and then fails or knows the call already. */
export function journal(world: World): NonNullable<ClientOptions['beforeSend']> {
  const { random, loop, calls } = world
  const odd = random.pick([0, 0, 0.1])
  return ({ attempt, body = '' }) => {
    const { nickname, profile_id } = JSON.parse(body) as Record<string, string>
    const call = calls.get(nickname ?? profile_id ?? '')
    if (call === undefined) throw new Error(`a body of no call: ${body}`)
    const { key, attempts } = call
    const { now: at, lastTurn: turnBefore } = loop
    const recording: Recording = { attempt, at, turnBefore, ended: undefined }
    call.recording = recording
    world.demand(attempt === attempts.length + 1, () => `${key}#${attempt}: a wrong number`)
    const way = random.chance(odd) ? random.pick(odds) : 'recorded'
    world.note(() => `${key}#${attempt} before it is sent: ${way}`)
    const end = (): 'sent_before' | undefined => {
      if (way !== 'silent') recording.ended = way
      if (way === 'failed') throw new Error('the journal is full')
      return way === 'sent_before' ? way : undefined
    }
    if (way === 'silent') return new Promise<void>(() => undefined)
    if (random.chance(0.3)) return end()
    return new Promise<void>((resolve) => loop.later(random.between(0, 200), resolve)).then(end)
  }
}
