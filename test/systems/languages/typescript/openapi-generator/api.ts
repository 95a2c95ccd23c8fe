import type { Answer, Api } from './answer.js'
import * as client from './client/index.js'

async function read<Model>(
  call: Promise<client.ApiResponse<Model>>,
  json: (model: Model) => unknown,
): Promise<Answer> {
  try {
    const { raw, value } = await call.then(async (one) => ({
      raw: one.raw,
      value: await one.value(),
    }))
    return { status: raw.status, answer: json(value) }
  } catch (error) {
    if (error instanceof client.ResponseError)
      return { status: error.response.status, answer: null }
    throw error
  }
}

export function connect(basePath: string, token: string): Api {
  const configuration = new client.Configuration({ basePath, accessToken: `Bearer ${token}` })
  const addresses = new client.CryptoDestinationAddressesApi(configuration)
  const conversions = new client.StablecoinConversionsApi(configuration)
  const quotes = new client.IssuerQuotesApi(configuration)
  return {
    putCryptoDestinationAddress: (putCryptoDestinationAddressRequest) =>
      read(
        addresses.putCryptoDestinationAddressRaw({ putCryptoDestinationAddressRequest }),
        client.PutCryptoDestinationAddressResponseToJSON,
      ),
    createStablecoinConversion: (createStablecoinConversionRequest) =>
      read(
        conversions.createStablecoinConversionRaw({ createStablecoinConversionRequest }),
        client.StablecoinConversionToJSON,
      ),
    createIssuerQuote: (createIssuerQuoteRequest) =>
      read(quotes.createIssuerQuoteRaw({ createIssuerQuoteRequest }), client.IssuerQuoteToJSON),
  }
}
