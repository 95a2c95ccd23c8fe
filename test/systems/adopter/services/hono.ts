// Hono on Bun: a route that converts under the reference in its path.
import { Database } from 'bun:sqlite'
import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { ClientError } from 'stablecoin-issuer-api'
import { sqlite } from 'stablecoin-issuer-api/journal'
import { schemas } from 'stablecoin-issuer-api/schemas'
import { connect } from './issuer.js'

const client = await connect(sqlite(new Database('journal.sqlite')))
const statuses = { not_sent: 503, rejected: 502, unknown: 202 } as const
const body = sValidator('json', schemas.createStablecoinConversion)

const app = new Hono()
  .put('/conversions/:ref_id', body, async (c) => {
    const { id } = await client.createStablecoinConversion({
      ...c.req.valid('json'),
      ref_id: c.req.param('ref_id'),
    })
    return c.json({ id })
  })
  .onError((error, c) => {
    if (!ClientError.is(error)) throw error
    console.error(error.message)
    return c.json({ code: error.code }, statuses[error.outcome])
  })

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
console.log(`listening at ${server.url.href}`)
