// One conversion, and what is to be looked up when its outcome is unknown.
import { Inject, Injectable } from '@nestjs/common'
import {
  type Client,
  ClientError,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'

@Injectable()
export class TreasuryService {
  /** The references that a person has to look up. */
  readonly toLookUp: (string | undefined)[] = []

  constructor(@Inject('issuer') private readonly issuer: Client) {}

  async convert(body: CreateStablecoinConversionRequest): Promise<void> {
    try {
      await this.issuer.createStablecoinConversion(body)
    } catch (error) {
      if (!ClientError.is(error) || error.outcome !== 'unknown') throw error
      this.toLookUp.push(error.refId)
    }
  }
}
