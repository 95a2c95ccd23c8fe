import type { Answer, Api } from './answer.js'
import {
  type ApiResponse,
  Configuration,
  CryptoDestinationAddressesApi,
  IssuerQuoteToJSON,
  IssuerQuotesApi,
  PutCryptoDestinationAddressResponseToJSON,
  ResponseError,
  StablecoinConversionToJSON,
  StablecoinConversionsApi,
} from './client/index.js'

async function read<Model>(
  call: Promise<ApiResponse<Model>>,
  json: (model: Model) => unknown,
): Promise<Answer> {
  try {
    const answer = await call
    return { status: answer.raw.status, data: json(await answer.value()) }
  } catch (error) {
    if (error instanceof ResponseError) return { status: error.response.status, data: undefined }
    throw error
  }
}

export function connect(basePath: string, token: string): Api {
  const configuration = new Configuration({ basePath, accessToken: `Bearer ${token}` })
  const addresses = new CryptoDestinationAddressesApi(configuration)
  const conversions = new StablecoinConversionsApi(configuration)
  const quotes = new IssuerQuotesApi(configuration)
  return {
    put: (putCryptoDestinationAddressRequest) =>
      read(
        addresses.putCryptoDestinationAddressRaw({ putCryptoDestinationAddressRequest }),
        PutCryptoDestinationAddressResponseToJSON,
      ),
    convert: (createStablecoinConversionRequest) =>
      read(
        conversions.createStablecoinConversionRaw({ createStablecoinConversionRequest }),
        StablecoinConversionToJSON,
      ),
    quote: (createIssuerQuoteRequest) =>
      read(quotes.createIssuerQuoteRaw({ createIssuerQuoteRequest }), IssuerQuoteToJSON),
  }
}
