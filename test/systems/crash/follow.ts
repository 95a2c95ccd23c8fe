import { setTimeout as sleep } from 'node:timers/promises'
import type { FollowPlan } from './plan.js'
import { convert, order, sixAtATime, type Tenant } from './program.js'

const states = ['succeeded', 'not_sent', 'unknown'] as const

/** Settles what other programs left, and makes their calls again, as a queue delivers its jobs. */
export async function follow(
  { wait, settling = 0, again }: FollowPlan,
  tenants: readonly Tenant[],
): Promise<void> {
  await sleep(wait)
  const end = performance.now() + settling
  await settleAll(tenants)
  while ((await isLeft(tenants)) && performance.now() < end) {
    await sleep(100)
    await settleAll(tenants)
  }
  for (const { name, journal, client } of tenants) {
    const rows = await Promise.all(states.map((state) => journal.list(state, { limit: 100_000 })))
    const bodies =
      again?.map((ref_id) => ({ ...order(name, 0), ref_id })) ?? rows.flat().map(({ body }) => body)
    await sixAtATime(bodies, (body) => convert(client, body as ReturnType<typeof order>))
  }
}

/** Whether a call may have taken effect, and nobody has found out. */
async function isLeft(tenants: readonly Tenant[]): Promise<boolean> {
  const counts = await Promise.all(tenants.map(({ journal }) => journal.counts()))
  return counts.some(({ pending, unknown }) => pending.count + unknown.count > 0)
}

/** @throws Error where a look-up fails */
export async function settleAll(tenants: readonly Tenant[]): Promise<void> {
  for (const { journal } of tenants) {
    const { failed } = await journal.settle()
    if (failed[0])
      throw new Error(`${failed[0].refId} cannot be settled`, { cause: failed[0].error })
  }
}
