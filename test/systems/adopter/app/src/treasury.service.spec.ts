import 'reflect-metadata'
import { Test } from '@nestjs/testing'
import { type ApiError, createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { TreasuryService } from './treasury.service.js'

const issuer = fakeIssuer()
const provider = { provide: 'issuer', useValue: createClient(issuer.options) }
const body = { profile_id: 'p', amount: '12.50', source_asset: 'USDC', target_asset: 'USD' }

async function makeService(): Promise<TreasuryService> {
  const testing = Test.createTestingModule({ providers: [TreasuryService, provider] })
  return (await testing.compile()).get(TreasuryService)
}

test('what was lost is to be looked up', async () => {
  const service = await makeService()
  issuer.next('createStablecoinConversion', 'cut')
  await service.convert({ ...body, ref_id: 'r-1' })
  expect(service.toLookUp).toEqual(['r-1'])
})

test('a refusal is thrown', async () => {
  const service = await makeService()
  issuer.next('createStablecoinConversion', { status: 422 })
  const refusal = await service.convert(body).catch((error: ApiError) => error.status)
  expect(refusal).toBe(422)
})
