import type { Journal } from 'stablecoin-issuer-api/journal'

/** The work of a person who asked the service about each conversion that waits for an answer. */
export async function resolveByHand(journal: Journal): Promise<void> {
  // A process that died leaves `pending`; a refused call is sent again only once it is resolved.
  for (const state of ['unknown', 'rejected', 'pending'] as const)
    for (const { refId, at, body } of await journal.list(state)) console.log(state, refId, at, body)

  const data = { id: '3b2f6c1e', ref_id: 'order-1' } // the conversion as the service shows it
  await journal.resolve('order-1', { data })
  await journal.resolve('order-2', 'not_sent') // it never came: the next call sends it
  await journal.resolve('order-3', 'abandoned') // nobody sends it again

  await journal.prune(new Date(Date.now() - 365 * 86_400_000)) // rows of more than a year ago
}
