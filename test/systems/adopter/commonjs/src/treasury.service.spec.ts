import { Test } from '@nestjs/testing'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { TreasuryService } from './treasury.service'

describe('TreasuryService', () => {
  const issuer = fakeIssuer()
  let service: TreasuryService

  beforeEach(async () => {
    const issuerProvider = { provide: 'issuer', useValue: createClient(issuer.options) }
    const module = await Test.createTestingModule({
      providers: [TreasuryService, issuerProvider],
    }).compile()
    service = module.get(TreasuryService)
  })

  it('books what was requested', async () => {
    expect(await service.pay('12.50', 'r-1')).toBe('requested')
  })

  it('books what was lost as to be looked up', async () => {
    issuer.next('createStablecoinConversion', 'cut')
    expect(await service.pay('12.50', 'r-2')).toBe('to be looked up')
  })

  it('books a refusal as one', async () => {
    issuer.next('createStablecoinConversion', { status: 422 })
    expect(await service.pay('12.50', 'r-3')).toBe('refused')
  })

  it('books what was refused before it was sent as not made', async () => {
    expect(await service.pay('12,50', 'r-4')).toBe('not made')
  })
})
