// The treasury service itself.
import 'reflect-metadata'
import Fastify from 'fastify'
import { ClientError } from 'stablecoin-issuer-api'
import type {
  CreateIssuerQuoteRequest,
  CreateStablecoinConversionRequest,
  PutCryptoDestinationAddressRequest,
} from 'stablecoin-issuer-api'
import { type StandardSchema, enums, schemas } from 'stablecoin-issuer-api/schemas'
import { TreasuryService } from './treasury.service.js'
import { client, log } from './client.js'
import * as orders from './orders.js'

const treasury = new TreasuryService(client)
const app = Fastify({ loggerInstance: log })

/** What does not fit is refused by the route, field by field, before the client is asked. */
app.setValidatorCompiler<StandardSchema<unknown>>(({ schema }) => (value) => {
  const { issues } = schema['~standard'].validate(value)
  if (issues === undefined) return { value }
  return { error: new Error(issues.map(({ message }) => message).join('; ')) }
})

app.setErrorHandler((error, _request, reply) => {
  if (!ClientError.is(error)) return reply.send(error)
  const status = { not_sent: 503, rejected: 422, unknown: 202 }[error.outcome]
  return reply.status(status).send({ code: error.code, outcome: error.outcome })
})

app.get('/networks', () => enums.CryptoNetwork)

app.post<{ Body: PutCryptoDestinationAddressRequest }>(
  '/addresses',
  { schema: { body: schemas.putCryptoDestinationAddress } },
  async ({ body }) => (await client.putCryptoDestinationAddress(body)).address,
)

app.post<{ Body: CreateIssuerQuoteRequest }>(
  '/quotes',
  { schema: { body: schemas.createIssuerQuote } },
  async ({ body }) => client.createIssuerQuote(body),
)

app.post<{ Body: CreateStablecoinConversionRequest & { ref_id: string } }>(
  '/conversions',
  { schema: { body: schemas.createStablecoinConversion } },
  async ({ body }, reply) => {
    await treasury.convert(body)
    const order = orders.find(body.ref_id)
    return reply.status(order?.state === 'succeeded' ? 200 : 202).send(order)
  },
)

app.get('/conversions/open', () => orders.open())
app.get('/conversions/lost', () => treasury.toLookUp)

void app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
