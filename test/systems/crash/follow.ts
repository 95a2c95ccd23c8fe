import { setTimeout as sleep } from 'node:timers/promises'
import type { FollowPlan } from './plan.js'
import { convert, order, sixAtATime, type Tenant } from './program.js'

const states = ['succeeded', 'not_sent', 'unknown'] as const

/** Settles what other programs left, and makes their calls again, as a queue delivers its jobs. */
export async function follow(
  { wait, again }: FollowPlan,
  tenants: readonly Tenant[],
): Promise<void> {
  await sleep(wait)
  await settleAll(tenants)
  for (const { name, journal, client } of tenants) {
    const rows = await Promise.all(states.map((state) => journal.list(state)))
    const bodies =
      again?.map((ref_id) => ({ ...order(name, 0), ref_id })) ?? rows.flat().map(({ body }) => body)
    await sixAtATime(bodies, (body) => convert(client, body as ReturnType<typeof order>))
  }
}

/** @throws Error where a look-up fails */
export async function settleAll(tenants: readonly Tenant[]): Promise<void> {
  for (const { journal } of tenants) {
    const { failed } = await journal.settle()
    if (failed[0])
      throw new Error(`${failed[0].refId} cannot be settled`, { cause: failed[0].error })
  }
}
