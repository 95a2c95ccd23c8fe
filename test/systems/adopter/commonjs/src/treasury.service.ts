import { Inject, Injectable } from '@nestjs/common'
import { ApiError, type Client, ClientError } from 'stablecoin-issuer-api'

export type Booked = 'requested' | 'refused' | 'not made' | 'to be looked up'

@Injectable()
export class TreasuryService {
  constructor(@Inject('issuer') private readonly issuer: Client) {}

  async pay(amount: string, ref_id: string): Promise<Booked> {
    const assets = { source_asset: 'USDC', target_asset: 'USD' }
    try {
      await this.issuer.createStablecoinConversion({ profile_id: 'p', amount, ref_id, ...assets })
      return 'requested'
    } catch (error) {
      if (!ClientError.is(error)) throw error
      if (error instanceof ApiError && error.outcome === 'rejected') return 'refused'
      return error.outcome === 'unknown' ? 'to be looked up' : 'not made'
    }
  }
}
