import type { Answer } from './answer.js'
import {
  type ApiResponse,
  Configuration,
  type CreateIssuerQuoteRequest,
  type CreateStablecoinConversionRequest,
  CryptoDestinationAddressesApi,
  IssuerQuoteToJSON,
  IssuerQuotesApi,
  type PutCryptoDestinationAddressRequest,
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

export function connect(basePath: string, token: string) {
  const configuration = new Configuration({ basePath, accessToken: `Bearer ${token}` })
  const addresses = new CryptoDestinationAddressesApi(configuration)
  const conversions = new StablecoinConversionsApi(configuration)
  const quotes = new IssuerQuotesApi(configuration)
  return {
    put: (putCryptoDestinationAddressRequest: PutCryptoDestinationAddressRequest) =>
      read(
        addresses.putCryptoDestinationAddressRaw({ putCryptoDestinationAddressRequest }),
        PutCryptoDestinationAddressResponseToJSON,
      ),
    convert: (createStablecoinConversionRequest: CreateStablecoinConversionRequest) =>
      read(
        conversions.createStablecoinConversionRaw({ createStablecoinConversionRequest }),
        StablecoinConversionToJSON,
      ),
    quote: (createIssuerQuoteRequest: CreateIssuerQuoteRequest) =>
      read(quotes.createIssuerQuoteRaw({ createIssuerQuoteRequest }), IssuerQuoteToJSON),
  }
}
