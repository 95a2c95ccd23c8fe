import { parseJson } from '../../src/shared/json.js'
import type { FakeIssuer } from '../support/parcels/client.js'
import { noStop } from '../support/stop.js'

/** A read that the document may lack, which no client makes, with a token of its own. */
export async function readFrom({ options }: FakeIssuer, path: string) {
  const { transport, baseUrl, auth } = options
  const { value } = await auth.getToken({ transport })
  const headers = { authorization: `Bearer ${value}` }
  const request = { url: baseUrl + path, method: 'GET', headers, body: undefined }
  const answer = await transport({ ...request, stop: noStop() })
  const { bytes } = await answer.read(1_000_000)
  const text = new TextDecoder().decode(bytes)
  return { status: answer.status, data: parseJson(text) as object | undefined }
}
