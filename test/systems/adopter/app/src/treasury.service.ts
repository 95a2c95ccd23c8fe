// One conversion, with what the README says to do when it fails.
import { Inject, Injectable } from '@nestjs/common'
import type { Client, CreateStablecoinConversionRequest } from 'stablecoin-issuer-api'

@Injectable()
export class TreasuryService {
  /** The references that a person has to look up. */
  readonly toLookUp: (string | undefined)[] = []

  constructor(@Inject('issuer') private readonly issuer: Client) {}

  async convert(body: CreateStablecoinConversionRequest): Promise<void> {
    const client = this.issuer
    const lookUp = async (refId: string | undefined) => this.toLookUp.push(refId)
    // README: error.outcome === 'unknown'
  }
}
