import fetchClient from '@kubb/plugin-client/clients/fetch'
import type { Answer, Api } from './answer.js'
import * as client from './client/client.ts'

export function connect(baseURL: string, token: string): Api {
  // Kubb's own client takes an error for an answer, and its functions give no status: so both are noted here.
  let status = 0
  const noting = async (config: Parameters<typeof fetchClient>[0]) => {
    const answer = await fetchClient(config)
    status = answer.status
    if (status !== 200) throw new Refused()
    return answer
  }
  const settings = {
    baseURL,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    client: Object.assign(noting, fetchClient) as typeof fetchClient,
  }
  const read = (call: Promise<unknown>): Promise<Answer> =>
    call.then(
      (data) => ({ status, data }),
      (error: unknown) => {
        if (error instanceof Refused) return { status, data: undefined }
        throw error
      },
    )
  return {
    put: (body) => read(client.putCryptoDestinationAddress(body, settings)),
    convert: (body) => read(client.createStablecoinConversion(body, settings)),
    quote: (body) => read(client.createIssuerQuote(body, settings)),
  }
}

class Refused extends Error {}
