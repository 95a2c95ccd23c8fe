import type { Answer, Api } from './answer.js'
import * as client from './client.js'
import { aim } from './send.js'

export function connect(baseUrl: string, token: string): Api {
  const aimed = (call: () => Promise<Answer>): Promise<Answer> => {
    aim(baseUrl, token)
    return call()
  }
  return {
    put: (body) => aimed(() => client.putCryptoDestinationAddress(body)),
    convert: (body) => aimed(() => client.createStablecoinConversion(body)),
    quote: (body) => aimed(() => client.createIssuerQuote(body)),
  }
}
