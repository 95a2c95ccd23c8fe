import type { Ledger } from '../../far-side/ledger.js'
import type { Arrivals } from '../../far-side/server.js'
import type { Certificates } from '../../support/certificates.js'
import type { Situation } from './plan.js'

/** Where a family of intermediaries is put up for one client: nothing is shared with other clients. */
export interface Site {
  readonly ledger: Ledger<Arrivals>
  /** A folder of its own. */
  readonly folder: string
  readonly certificates: Certificates
  readonly http2: boolean
  /** Stops something with the family, and gives it back. */
  readonly keep: <Kept extends Stoppable>(kept: Kept) => Kept
}

export interface Stoppable {
  readonly stop: () => unknown
}

export interface Family {
  readonly name: string
  /** Where the program that it needs was found; without one it needs none. */
  readonly program?: { readonly name: string; readonly path: string | undefined }
  /** Puts up what stands between client and backend. */
  start(site: Site): Promise<readonly Situation[]>
}
