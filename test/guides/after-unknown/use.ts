import type { Pool } from 'pg'
import { type Client, type ClientOptions, createClient } from 'stablecoin-issuer-api'
import { openJournal } from './postgres.js'

type Body = Parameters<Client['createStablecoinConversion']>[0] & { readonly ref_id: string }

/** A conversion that the journal has before it is sent. */
export async function convert(pool: Pool, options: ClientOptions, body: Body): Promise<void> {
  // #region use
  const journal = await openJournal(pool, { window: 120_000 })
  const { beforeSend, onEvent } = journal
  const client = createClient({ ...options, beforeSend, onEvent })

  const { id } = await client.createStablecoinConversion(body)
  await journal.succeeded(body.ref_id, id)
  // #endregion
}
