import type { Client, PutCryptoDestinationAddressRequest } from 'stablecoin-issuer-api'
import type { Journal } from './journal.js'

/** Finds out at the service: the conversion's id, or that it never came, or nothing yet. */
export type LookUp = (refId: string, at: Date) => Promise<{ id: string } | 'never_came' | undefined>

/** What can be done about calls that may have taken effect: at each start, and from time to time. */
export async function settleUnknown(
  client: Pick<Client, 'putCryptoDestinationAddress'>,
  journal: Pick<Journal, 'unknown' | 'succeeded' | 'settle'>,
  lookUp: LookUp,
): Promise<void> {
  for (const row of await journal.unknown()) {
    if (row.operation === 'createStablecoinConversion') {
      const found = await lookUp(row.key, row.at)
      if (found === 'never_came') await journal.settle(row, 'not_sent')
      else if (found) await journal.succeeded(row.key, found.id)
    }
    if (row.operation === 'createIssuerQuote') await journal.settle(row, 'abandoned')
    if (row.operation === 'putCryptoDestinationAddress') {
      await client.putCryptoDestinationAddress(
        JSON.parse(row.body) as PutCryptoDestinationAddressRequest,
      )
      await journal.settle(row, 'repeated')
    }
  }
}

/** Lets a refused conversion be sent again under its `ref_id`, once the cause of the refusal is gone. */
export async function release(
  journal: Pick<Journal, 'rejected' | 'succeeded' | 'settle'>,
  refId: string,
  lookUp: LookUp,
): Promise<void> {
  const row = (await journal.rejected()).find(({ key }) => key === refId)
  if (row === undefined) throw new Error(`${refId} was not refused, or its lease is not over`)
  // Behind a gateway that retries, the refusal may be of a second copy.
  const found = await lookUp(refId, row.at)
  if (found === 'never_came') await journal.settle(row, 'not_sent')
  else if (found) await journal.succeeded(refId, found.id)
}
