import { type Client, ClientError } from 'stablecoin-issuer-api'

type Payment = Parameters<Client['createStablecoinConversion']>[0] & { ref_id: string }

/** Make the client outside of the handler, so that later invocations use it and its token. */
export const handlerOf =
  (client: Client) => async (payment: Payment, context: { getRemainingTimeInMillis(): number }) => {
    // Three seconds are left to book the outcome.
    const totalTimeout = context.getRemainingTimeInMillis() - 3_000
    if (totalTimeout < 1_000) throw new Error('too little time is left: nothing was sent')
    try {
      return await client.createStablecoinConversion(payment, { totalTimeout })
    } catch (error) {
      if (!ClientError.is(error) || error.outcome !== 'unknown') throw error
      return { next: 'look it up', refId: error.refId }
    }
  }
