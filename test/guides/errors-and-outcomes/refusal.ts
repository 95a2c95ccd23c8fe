import { ApiError, type ClientOptions, createClient } from 'stablecoin-issuer-api'

interface Refusal {
  readonly code: string
}

/** A schema of Zod, Valibot or ArkType can stand here as it is, such as `z.looseObject({ code: z.string() })`. */
const refusal = {
  '~standard': {
    version: 1,
    vendor: 'treasury',
    validate: (body: unknown) =>
      typeof (body as Refusal | null)?.code === 'string'
        ? { value: body as Refusal }
        : { issues: [{ message: 'there is no code' }] },
  },
}

/** Puts an address, and says why the service refuses it. */
export async function put(options: ClientOptions, id: string): Promise<string> {
  const client = createClient({ ...options, refusal })
  try {
    const { address } = await client.putCryptoDestinationAddress({ id })
    return address.status
  } catch (error) {
    if (ApiError.hasBody(error, refusal)) return error.body.code // a string
    if (error instanceof ApiError) return `${error.status}` // its body is unknown
    throw error
  }
}
