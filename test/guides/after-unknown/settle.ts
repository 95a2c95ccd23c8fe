import type { Client, PutCryptoDestinationAddressRequest } from 'stablecoin-issuer-api'
import type { Journal } from './postgres.js'

/** What can be done about calls that may have taken effect: at each start, and from time to time. */
export async function settleUnknown(
  client: Client,
  journal: Pick<Journal, 'unknown' | 'settle'>,
  askTheService: (refId: string, at: Date) => void,
): Promise<void> {
  for (const { key, operation, body, at } of await journal.unknown()) {
    if (operation === 'createStablecoinConversion') askTheService(key, at)
    if (operation === 'createIssuerQuote') await journal.settle(key, 'abandoned')
    if (operation === 'putCryptoDestinationAddress') {
      await client.putCryptoDestinationAddress(
        JSON.parse(body) as PutCryptoDestinationAddressRequest,
      )
      await journal.settle(key, 'repeated')
    }
  }
}
