/** What the first examples of the document send and get, so that what a fork adds to them is in what its tests send. */
import {
  type CreateIssuerQuoteRequest,
  type CreateStablecoinConversionRequest,
  exampleAnswers,
  operations,
} from '../../generated/index.js'

type Fields = Readonly<Record<string, unknown>>

const first = (id: string) =>
  exampleAnswers[id]?.examples[0] as { readonly request: Fields; readonly response: Fields }

/** The fields that an operation requires. */
function required(id: string): object {
  const { required } = operations[id]?.request as { readonly required: readonly string[] }
  return Object.fromEntries(required.map((name) => [name, first(id).request[name]]))
}

type Conversion = CreateStablecoinConversionRequest
export const unreferenced = required('createStablecoinConversion') as Conversion
export const conversion = { ...unreferenced, ref_id: 'r-1' }
export const quote = required('createIssuerQuote') as CreateIssuerQuoteRequest

/** What the service says of a conversion that was just made. */
export const { status: newStatus } = first('createStablecoinConversion').response
