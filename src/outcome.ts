/**
 * The first thing that a caller who moves money needs to know. `not_sent`: it cannot have happened.
 * `rejected`: the service refused it. `unknown`: it may have happened; look it up before a repeat.
 */
export type Outcome = 'not_sent' | 'rejected' | 'unknown'
