import type { Journal } from 'stablecoin-issuer-api/journal'

/** The work of a person who asked the service about each unknown conversion. */
export async function resolveByHand(journal: Journal): Promise<void> {
  for (const { refId, at, body } of await journal.list('unknown')) console.log(refId, at, body)

  const data = { id: '3b2f6c1e', ref_id: 'order-1' } // the conversion as the service shows it
  await journal.resolve('order-1', { data })
  await journal.resolve('order-2', 'not_sent') // it never came: the next call sends it
  await journal.resolve('order-3', 'abandoned') // nobody sends it again

  await journal.prune(new Date(Date.now() - 365 * 86_400_000)) // rows of more than a year ago
}
