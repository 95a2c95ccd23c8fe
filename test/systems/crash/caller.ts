import { type Client, ClientError, type ClientOptions, type FetchLike } from 'stablecoin-issuer-api'
import type { JournalDatabase } from 'stablecoin-issuer-api/journal'
import { openTenant, order } from './program.js'
import type { Service } from './service.js'

export const tenant = 'acme-us'
export const refId = 'failing'
export const times = { totalTimeout: 3_000, window: 6_000 }

/** What is told of an outcome that the journal could not keep. */
export const isLost = (code: string | undefined): string =>
  `the event says that it is not kept: ${code ?? 'no code'}`

/** A client with a journal, and a call that it can make. */
export async function openCaller(
  service: Service,
  database: JournalDatabase,
  table: string,
  onSuccess?: () => Promise<void>,
) {
  const book = table.replaceAll('_', '-')
  const { entries } = service.bookOf(book)
  let ending = ''
  const onEvent: ClientOptions['onEvent'] = (event) => {
    if (event.type !== 'end') return
    const { journalError } = event
    ending = journalError ? isLost(/\((.+)\)/.exec(journalError)?.[1]) : 'it is kept'
  }
  const fetch: FetchLike = async (url, init) => {
    const response = await globalThis.fetch(url, init)
    if (url.includes('conversion')) await onSuccess?.()
    return response
  }
  const plan = { ...service.connection, ...times, book, table }
  const { journal, makeClient } = await openTenant(plan, database, tenant)
  const client: Client = makeClient({ onEvent, fetch })
  const has = (ref: string) => entries.get(`${tenant}/${ref}`)
  const call = async (ref = refId): Promise<string> => {
    try {
      const body = { ...order(tenant, 0), ref_id: ref }
      const { data, attempts } = await client.createStablecoinConversion(body).withResponse()
      if (JSON.stringify(data) !== has(ref)?.answer) return 'another answer'
      return attempts === 0 ? 'the kept answer' : 'succeeded'
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const { code = 'no code' } = (error.cause ?? {}) as { readonly code?: string }
      return `${error.outcome} ${error.code}: ${code}`
    }
  }
  return { journal, call, ending: () => ending, received: (ref = refId) => has(ref)?.seen ?? 0 }
}
