import type { Answer } from './answer.js'
import * as client from './client.js'
import { aim } from './send.js'

type Body<Call extends (...parameters: never[]) => unknown> = Parameters<Call>[0]

export function connect(baseUrl: string, token: string) {
  const aimed = (call: () => Promise<Answer>): Promise<Answer> => {
    aim(baseUrl, token)
    return call()
  }
  return {
    put: (body: Body<typeof client.putCryptoDestinationAddress>) =>
      aimed(() => client.putCryptoDestinationAddress(body)),
    convert: (body: Body<typeof client.createStablecoinConversion>) =>
      aimed(() => client.createStablecoinConversion(body)),
    quote: (body: Body<typeof client.createIssuerQuote>) =>
      aimed(() => client.createIssuerQuote(body)),
  }
}
