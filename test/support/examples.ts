/** What the first examples of the document send and get, so that what a fork adds to them is in what its tests send. */
import {
  type CreateIssuerQuoteRequest,
  type CreateStablecoinConversionRequest,
  exampleAnswers,
  type IssuerQuote,
  operations,
  type PutCryptoDestinationAddressResponse,
  type StablecoinConversion,
} from '../../generated/index.js'

type Fields = Readonly<Record<string, unknown>>

/** The first example of an operation, without the fields that are optional. */
function example(id: string): { readonly request: Fields; readonly response: Fields } {
  const [first] = exampleAnswers[id]?.examples ?? []
  const required = (rules: unknown, value: unknown): Fields => {
    const { required = [] } = rules as { readonly required?: readonly string[] }
    return Object.fromEntries(required.map((name) => [name, (value as Fields)[name]]))
  }
  const { request, response } = operations[id] ?? {}
  return {
    request: required(request, first?.request),
    response: required(response, first?.response),
  }
}

const converted = example('createStablecoinConversion')
export const unreferenced = converted.request as object as CreateStablecoinConversionRequest
export const conversion = { ...unreferenced, ref_id: 'r-1' }
export const madeConversion = converted.response as object as StablecoinConversion

const quoted = example('createIssuerQuote')
export const quote = quoted.request as object as CreateIssuerQuoteRequest
export const heldQuote = quoted.response as object as IssuerQuote

/** An address that exists, which may be put as often as one likes. */
export const address = { id: 'a' }
const put = example('putCryptoDestinationAddress').response
export const { address: madeAddress } = put as object as PutCryptoDestinationAddressResponse
export const registered = { address: { ...madeAddress, id: address.id } }
