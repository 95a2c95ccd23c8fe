import { operations } from '../../../generated/index.js'
import { type Client, createClient, type Transport } from '../../../src/index.js'
import { within } from '../../../src/shared/deadline.js'
import { fakeIssuer, type MadeCall } from '../../../src/testing.js'
import type { TriedFault } from './faults.js'
import { madeBefore } from './input.js'

export type TriedService = ReturnType<typeof openService>

/** Whoever fills in the form may write anything. */
export const methodOf = (client: Client, operation: MadeCall['operation']) =>
  client[operation] as (input: unknown) => Promise<unknown>

/** An issuer in memory, with a fault on the way to it. */
export function openService(operation: MadeCall['operation'], fault: TriedFault) {
  let calls: readonly MadeCall[] = []
  // The calls themselves may have more than the 1 MiB that an answer may have.
  const issuer = fakeIssuer({ read: (_, made) => ((calls = [...made]), {}) })
  const { baseUrl, auth, transport: direct } = issuer.options
  const { next, arrives, requests = 1 } = fault
  const { referenceField = '' } = operations[operation] ?? {}
  let left = 0
  const before = madeBefore(operation)

  const transport: Transport = async (request) => {
    if (request.url === issuer.tokenUrl || left-- <= 0) return direct(request)
    if (next !== undefined) issuer.next(operation, next)
    const response = await direct(request)
    if (arrives === undefined || response.status >= 300) return response
    const { bytes } = await response.read(Infinity)
    const { status, type, text } = arrives(new TextDecoder().decode(bytes), referenceField)
    const read = () => ({ bytes: new TextEncoder().encode(text) })
    return { status, headers: new Headers({ 'Content-Type': type }), read }
  }
  const getToken = async (): Promise<string> => (await auth.getToken({ transport: direct })).value
  return {
    operation,
    /** Once it has what was made before. */
    ready: before && methodOf(createClient(issuer.options), before.operation)(before.input),
    options: { baseUrl, auth, transport },
    getToken,
    /** Lets the fault meet the requests of the next call. After the first call, only one that lasts does. */
    arm: (isFirst: boolean) => {
      left = isFirst || requests === Infinity ? requests : 0
    },
    /** The calls that were carried out. */
    made: async () => {
      const headers = { authorization: `Bearer ${await getToken()}` }
      const request = { url: `${baseUrl}/made`, method: 'GET', headers, body: undefined }
      // It answers at once, but a page that is still being laid out may be busy for seconds.
      await within(30_000, undefined, (stop) => direct({ ...request, stop }))
      return before === undefined ? calls : calls.slice(1)
    },
  }
}
