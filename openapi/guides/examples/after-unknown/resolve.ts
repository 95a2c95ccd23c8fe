import type { Journal } from 'stablecoin-issuer-api/journal'

/** The work of a person who asked the service about each conversion that waits for an answer. */
export async function resolveByHand(journal: Journal): Promise<void> {
  for (const { refId, at, body, error } of await journal.list('unknown'))
    console.log(refId, at, error ?? body) // the hundred oldest; a row that cannot be read has an `error`

  const data = { id: '3b2f6c1e', ref_id: 'order-1' } // the conversion as the service shows it
  await journal.resolve('order-1', { data }, { by: 'ann', note: 'the bank called back' })
  await journal.resolve('order-2', 'never_came') // the next call sends it
  await journal.resolve('order-3', 'abandoned') // nobody sends it again

  await journal.prune(new Date(Date.now() - 365 * 86_400_000)) // rows of more than a year ago
}
