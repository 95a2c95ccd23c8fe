import { cases } from '../../support/cases.js'

/** A part of a run, in seconds from the start signal, and what may happen in it. */
export interface Phase {
  readonly name: string
  readonly from: number
  readonly to: number
  /** How many tokens are asked for, at least and at most. */
  readonly requests: readonly [least: number, most: number]
  /** Whether the store is kept from processes there, which have to tell so: what meets nobody proves nothing. */
  readonly storeFails?: true
  /** How many calls are refused at least, for a token that was revoked. */
  readonly refused?: number
}

/** What is done to a fleet while it works. */
export type Act = 'revoke' | 'restart' | 'part' | 'heal'

/** A fleet, and what befalls it. */
export interface Scenario {
  readonly name: string
  readonly lock: boolean
  readonly processes: number
  /** How many of these begin later, and when. */
  readonly late?: { readonly processes: number; readonly at: number }
  /** Whether there is a Redis at all. */
  readonly redis: boolean
  readonly acts: readonly { readonly at: number; readonly what: Act }[]
  /** One after the other; the run is over with the last. */
  readonly phases: readonly Phase[]
}

/** Seconds that a token lives: it is renewed 22 to 24 seconds after it was obtained. */
export const lifetime = 30

/** Milliseconds that the store is away while it is restarted. */
export const restartTakes = 2_000

/** At night and for a release, and at a push. */
const fleet = cases(60, 20)
const others = { first: cases(30, 12), late: cases(10, 4) }

export const scenarios: readonly Scenario[] = [
  {
    name: 'Redis with a lock',
    lock: true,
    processes: fleet,
    redis: true,
    acts: [
      { at: 13, what: 'part' },
      { at: 32, what: 'heal' },
      { at: 58, what: 'restart' },
      { at: 65, what: 'revoke' },
    ],
    phases: [
      { name: 'start', from: 0, to: 10, requests: [1, 1] },
      // Each process that renews within it can but ask for itself.
      {
        name: 'renewal in a partition of the store',
        from: 10,
        to: 33,
        requests: [1, fleet],
        storeFails: true,
      },
      { name: 'renewal', from: 33, to: 57, requests: [1, 3] },
      { name: 'restart of the store', from: 57, to: 64, requests: [0, 0] },
      { name: 'revocation', from: 64, to: 75, requests: [1, 3], refused: fleet / 2 },
      { name: 'renewal', from: 75, to: 93, requests: [1, 3] },
    ],
  },
  {
    name: 'Keyv',
    lock: false,
    processes: others.first + others.late,
    redis: true,
    late: { processes: others.late, at: 8 },
    acts: [],
    phases: [
      { name: `start of ${others.first}`, from: 0, to: 7, requests: [1, others.first] },
      { name: `start of ${others.late} more`, from: 7, to: 20, requests: [0, 0] },
      { name: 'renewal', from: 20, to: 36, requests: [1, others.first + others.late] },
    ],
  },
  {
    name: 'Redis, which is away',
    lock: true,
    processes: 3,
    redis: false,
    acts: [],
    phases: [{ name: 'start', from: 0, to: 5, requests: [3, 3], storeFails: true }],
  },
]

/** Seconds from the start signal to the end. */
export const lasts = ({ phases }: Scenario): number => Math.max(...phases.map(({ to }) => to))
