import {
  ClientError,
  type ClientOptions,
  createClient,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'

interface Context {
  getRemainingTimeInMillis(): number
}
type Payment = CreateStablecoinConversionRequest & { ref_id: string }

/** Milliseconds to book what became of the call, before the function is ended. */
const reserve = 3_000

/** Called outside of the handler, so that later invocations use the same client and its token. */
export function handlerOf(options: ClientOptions) {
  const client = createClient(options)
  return async (payment: Payment, context: Context) => {
    const totalTimeout = context.getRemainingTimeInMillis() - reserve
    if (totalTimeout < 1_000) throw new Error('too little time is left: nothing was sent')
    try {
      const { id } = await client.createStablecoinConversion(payment, { totalTimeout })
      return { state: 'requested', id }
    } catch (error) {
      if (!ClientError.is(error) || error.outcome !== 'unknown') throw error
      return { state: 'to be looked up', refId: payment.ref_id }
    }
  }
}
