// One conversion, with what the README says to do when it fails.
import type { CreateStablecoinConversionRequest } from 'stablecoin-issuer-api'
import { log } from './logged.js'
import { recorded as client } from './recorded.js'

async function lookUp(refId: string | undefined): Promise<void> {
  log.warn({ refId }, 'to be looked up')
}

export async function convert(body: CreateStablecoinConversionRequest): Promise<void> {
  // README: error.outcome === 'unknown'
}
