import { createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

export const packages = ['stablecoin-issuer-api', 'undici']
export const rows = {
  'ours, fetch': {},
  'ours, undici': { allowH2: false },
  'ours, undici, HTTP/2': { allowH2: true, http2: true },
}
const words = { not_sent: 'failed', rejected: 'refused', unknown: 'unknown' }
export const says = ({ outcome }) => words[outcome]
export default ({ baseUrl, timeout, allowH2 }) => {
  const transport = allowH2 !== undefined && { transport: undiciTransport({ allowH2 }) }
  const client = createClient({ baseUrl, auth: 'token', timeout, ...transport })
  return (body) => client.createStablecoinConversion(body)
}
