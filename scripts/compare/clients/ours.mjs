import { createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

export const rows = { 'ours over fetch': {}, 'ours over undici': { connect: undiciTransport } }
const words = { not_sent: 'failed', rejected: 'refused', unknown: 'unknown' }
export const says = ({ outcome }) => words[outcome]
export default ({ baseUrl, timeout, connect }) => {
  const client = createClient({ baseUrl, auth: 'token', timeout, transport: connect?.() })
  return (body) => client.createStablecoinConversion(body)
}
