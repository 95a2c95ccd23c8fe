import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, ClientError } from 'stablecoin-issuer-api'
import type { Journal } from '../../guides/after-unknown/journal.js'
import { type LookUp, settleUnknown } from '../../guides/after-unknown/settle.js'
import type { FollowPlan } from './plan.js'
import { order } from './program.js'

/** Settles what other programs left, by the guide, and sends again. */
export async function follow(plan: FollowPlan, journal: Journal, client: Client): Promise<void> {
  await sleep(plan.wait)
  const lookUp: LookUp = async (refId) => {
    const answer = await fetch(`${plan.ledger}/${refId}`)
    return (await answer.text()) === '0' ? 'never_came' : { id: 'found' }
  }
  const free: string[] = []
  const settle: Journal['settle'] = async (row, state) => {
    await journal.settle(row, state)
    if (state === 'not_sent') free.push(row.key)
  }
  await settleUnknown(client, { ...journal, settle }, lookUp)
  for (const ref_id of plan.again ?? free)
    await client
      .createStablecoinConversion({ ...order(plan.prefix, 0), ref_id })
      .then(({ id }) => journal.succeeded(ref_id, id))
      .catch((error: unknown) => {
        if (!(error instanceof ClientError)) throw error
      })
}
