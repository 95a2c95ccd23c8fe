import 'reflect-metadata'
import { ClientError, VERSION, clientCredentials, createClient } from 'stablecoin-issuer-api'
import { createPathClient } from 'stablecoin-issuer-api/openapi-fetch'
import { enums } from 'stablecoin-issuer-api/schemas'
import { TreasuryService } from './treasury.service'

const { BASE_URL = '', TOKEN_URL = '', ISSUER_SECRET = '' } = process.env
const options = {
  baseUrl: BASE_URL,
  auth: clientCredentials({
    tokenUrl: TOKEN_URL,
    clientId: 'treasury',
    clientSecret: ISSUER_SECRET,
  }),
}

async function main(): Promise<void> {
  const service = new TreasuryService(createClient(options))
  const booked = await service.pay('12.50', 'by-nest')
  const body = {
    profile_id: 'p',
    market: 'PAXGUSD',
    side: enums.Side[0],
    base_amount: '1',
  } as const
  const { response } = await createPathClient(options).POST('/v2/issuer-quote', { body })
  const refused = await createClient(options)
    .createIssuerQuote({ ...body, base_amount: 1 as never })
    .catch((error: unknown) => ClientError.is(error) && error.code)
  console.log(VERSION, booked, response.status, refused)
}

void main()
