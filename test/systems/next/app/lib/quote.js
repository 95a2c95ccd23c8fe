import { clientCredentials, createClient } from 'stablecoin-issuer-api'

const { ISSUER_URL } = process.env

/** A client of its own for each page, so that the far side can tell them apart. */
export const clientOf = (page, transport) =>
  createClient({
    baseUrl: ISSUER_URL,
    auth: clientCredentials({
      tokenUrl: `${ISSUER_URL}/token`,
      clientId: page,
      clientSecret: 'a-secret',
    }),
    ...(transport && { transport }),
  })

export const quote = { profile_id: 'p', market: 'PAXGUSD', side: 'BUY', base_amount: '1' }
