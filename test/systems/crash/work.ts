import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, ClientError } from 'stablecoin-issuer-api'
import type { WorkPlan } from './plan.js'
import { order as ordered } from './program.js'

/** What a program does between its start and its end: conversions, six at a time, some of them given up. */
export async function work(plan: WorkPlan, client: Client): Promise<void> {
  let next = plan.first
  const end = plan.orders === undefined ? Infinity : next + plan.orders
  const convert = async (order: number): Promise<void> => {
    // Every fourth is given up within the time that one takes: before it is sent, after, and in between.
    const signal = order % 4 === 1 ? AbortSignal.timeout(Math.ceil(Math.random() ** 2 * 20)) : null
    const own = order % 4 === 0 ? {} : { ref_id: `${plan.prefix}-${order}` }
    // A reference that was generated is in nobody's hands: its order is not tried again.
    if (order % 4 === 0 && order < plan.fresh) return
    await client.createStablecoinConversion({ ...ordered(plan.prefix, order), ...own }, { signal })
  }
  const toil = async (): Promise<void> => {
    while (next < end) {
      const order = next++
      await convert(order).catch((error: unknown) => {
        // How a call ended is in the journal.
        if (!(error instanceof ClientError)) throw error
      })
      // A refusal of the journal's is so quick that nothing else would have its turn.
      if (order < plan.fresh) await sleep(1)
    }
  }
  process.stdout.write('at work\n')
  await Promise.all(Array.from({ length: 6 }, toil))
}
