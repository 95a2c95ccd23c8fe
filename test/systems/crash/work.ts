import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'stablecoin-issuer-api'
import { settleAll } from './follow.js'
import type { WorkPlan } from './plan.js'
import { convert, order as ordered, print, sixAtATime, type Tenant } from './program.js'

/** What a program does between its start and its end: conversions, some of them given up, and what others left. */
export async function work(plan: WorkPlan, tenants: readonly Tenant[]): Promise<void> {
  // A moment between the row and the first byte, so that kills meet it.
  const beforeSend = () => sleep(Math.random() * 10)
  const clients = tenants.map(({ makeClient }) => makeClient({ beforeSend }))
  const make = async (order: number): Promise<void> => {
    const { name } = tenants[order % 2] as Tenant
    const client = clients[order % 2] as Client
    // Every third is given up within the time that one takes: before it is sent, after, and in between.
    const signal = order % 3 === 1 ? AbortSignal.timeout(Math.ceil(Math.random() ** 2 * 20)) : null
    const own = order % 7 === 0 ? {} : { ref_id: `${plan.book}-${order >> 1}` }
    // A reference that was generated is in nobody's hands: its order is not tried again.
    if (order % 7 === 0 && order < plan.fresh) return
    await convert(client, { ...ordered(name, order), ...own }, signal)
    // What the journal answers is so quick that nothing else would have its turn.
    if (order < plan.fresh) await sleep(1)
  }
  print('at work')
  await Promise.all([settleAll(tenants), sixAtATime(countFrom(plan.first), make)])
}

function* countFrom(first: number): Iterable<number> {
  for (let number = first; ; number++) yield number
}
