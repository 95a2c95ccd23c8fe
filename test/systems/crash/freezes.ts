import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inLanes } from '../../support/runs.js'
import { freezeOnce, type FrozenCall, type Span } from './frozen.js'
import type { Kind, Prepared } from './journal.js'
import { phases } from './phases.js'
import { everyMeans } from './plan.js'
import type { Service } from './service.js'

/** Processes at the same time: they sleep for most of it. */
const lanes = 3

/** Freezes so many calls over each transport past their leases, and some within them. */
export async function freezeAll(
  kind: Kind,
  { program, open }: Prepared,
  service: Service,
  folder: string,
  calls: number,
  byDefault: boolean,
): Promise<readonly FrozenCall[]> {
  if (process.platform !== 'linux') {
    console.error(`${kind.name}: nothing is frozen: that needs Linux's /proc`)
    return []
  }
  const processes = Math.ceil(calls / Object.keys(phases).length)
  const spans: readonly Span[] = [
    ...Array.from({ length: processes }, () => 'past its lease' as const),
    ...Array.from({ length: Math.ceil(processes / 4) }, () => 'within its lease' as const),
    ...(byDefault ? ['past its lease, by default' as const] : []),
  ]
  const rounds = spans.flatMap((span) => everyMeans.map((transport) => ({ span, transport })))
  let number = 0
  const freeze = async ({ span, transport }: (typeof rounds)[number]) => {
    const book = `${kind.name.toLowerCase()}-frozen-${number++}`
    const own = join(folder, book)
    await mkdir(own)
    const journal = await open(own)
    try {
      return await freezeOnce({ service, program, book, journal }, transport, span)
    } finally {
      await journal.stop()
    }
  }
  const found = await inLanes(lanes, rounds, (round) =>
    // On a busy machine a call may be over before its process is frozen.
    freeze(round).catch((error: unknown) => {
      console.error(`frozen once more: ${(error as Error).message}`)
      return freeze(round)
    }),
  )
  return found.flat()
}
