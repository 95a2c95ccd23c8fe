import type { ClientAuthentication } from 'stablecoin-issuer-api'

/** Basic with the id and the secret as they are, for a server that does not decode them. */
export const rawBasic =
  (secret: string): ClientAuthentication =>
  (_server, { client_id }, _form, headers) => {
    const pair = Buffer.from(`${client_id}:${secret}`).toString('base64')
    headers.set('authorization', `Basic ${pair}`)
  }
