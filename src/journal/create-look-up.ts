import type { Provider } from '../document/provider.js'
// The main entry is imported and not bundled, so that a journal without a look-up goes without the client.
import { type Call, type ClientOptions, createClient } from '../index.js'
import type { Operation, Read, Values } from '../operation.js'
import type { LookUp } from './look-up.js'

type LookUpOptions<Given extends Provider> = Omit<
  ClientOptions<Given>,
  'journal' | 'generateRefId' | 'provider'
> & {
  /** Your provider's document, with a link `lookUp` of the operations that the journal records. */
  readonly provider: Given
}

type Method = (input: Values, options: { readonly totalTimeout: number }) => Call<unknown>

/**
 * Makes the option `lookUp` of `openJournal`: it follows the link `lookUp` of your provider's document, with a client of
 * these options, and takes no longer than their `totalTimeout`. It says nothing of operations without such a link.
 * @throws TypeError when an option is wrong, or no operation has a link
 */
export function createLookUp<Given extends Provider>(options: LookUpOptions<Given>): LookUp {
  // JavaScript may leave the provider out.
  const { provider, totalTimeout = 30_000 } = options as Partial<LookUpOptions<Given>>
  const client = createClient(options) as Readonly<Record<string, Method>>
  // They are ours: only the type of a provider does not show it.
  const operations = (provider?.operations ?? {}) as Readonly<Record<string, Operation>>
  const links = new Map(Object.values(operations).map(({ id, lookUp }) => [id, lookUp]))
  if (![...links.values()].some(Boolean))
    throw new TypeError('createLookUp: no operation of this provider has a link called lookUp')
  return async (_, { operation, body, lease }) => {
    const end = performance.now() + totalTimeout
    const read: Read = (id, input) => {
      const left = Math.max(end - performance.now(), 1)
      return (client[id] as Method)(input, { totalTimeout: left }).withResponse()
    }
    return links.get(operation)?.follow(read, body, lease)
  }
}
