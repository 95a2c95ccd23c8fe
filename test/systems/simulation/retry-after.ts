import type { Random } from './random.js'

/** What an answer says of when to come back. */
export interface Asked {
  readonly headers: (now: number) => Record<string, string>
  /** The seconds that it means; undefined where it says nothing that can be understood. */
  readonly seconds: number | undefined
  /** The wall clock decides, since the answer has no date of its own. */
  readonly byWallClock: boolean
}

const garbage = ['soon', '-5', '', 'Mon, garbage', '1e3', '99999999999', 'NaN', '12abc', '0x10']

const nothing: Asked = { headers: () => ({}), seconds: undefined, byWallClock: false }

/** Retry-After in each of its forms (RFC 9110, section 10.2.3), or none of them. */
export function asksToWait(random: Random, waits: boolean): Asked {
  const form = waits ? random.below(10) : 0
  if (form < 3) return nothing
  if (form === 3) {
    const value = random.pick(garbage)
    return { ...nothing, headers: () => ({ 'retry-after': value }) }
  }
  const seconds = random.pick([0, 1, 1, 2, 2, 3, 5, 10, 20, 60, 999_999])
  if (form < 8) return { ...nothing, headers: () => ({ 'retry-after': String(seconds) }), seconds }
  const byWallClock = form === 9
  const headers = (now: number): Record<string, string> => {
    const second = Math.floor(now / 1_000) * 1_000
    return {
      'retry-after': new Date(second + seconds * 1_000).toUTCString(),
      ...(!byWallClock && { date: new Date(second).toUTCString() }),
    }
  }
  return { headers, seconds, byWallClock }
}
