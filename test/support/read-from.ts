import { parseJson } from '../../src/shared/json.js'
import { clientCredentials, type FakeIssuer } from './parcels/client.js'
import { noStop } from './stop.js'

/** A request for what the document may lack, which no client makes, with a token of its own. */
export async function readFrom({ options, tokenUrl }: FakeIssuer, path: string, method = 'GET') {
  const { transport, baseUrl } = options
  const auth = clientCredentials({ tokenUrl, clientId: 'a', clientSecret: 'b' })
  const { value } = await auth.getToken({ transport })
  const headers = { authorization: `Bearer ${value}` }
  const answer = await transport({
    url: baseUrl + path,
    method,
    headers,
    body: undefined,
    stop: noStop(),
  })
  const { bytes } = await answer.read(1_000_000)
  const text = new TextDecoder().decode(bytes)
  return { status: answer.status, data: parseJson(text) as object | undefined }
}
