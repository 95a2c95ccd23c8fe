import { provider } from 'generated/acme/index.js'
import { createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

export const rows = {
  'ours over fetch': {},
  'ours over undici': { connect: undiciTransport },
  'ours with a look-up': { provider },
}
const words = { not_sent: 'failed', rejected: 'refused', unknown: 'unknown' }
export const says = ({ outcome }) => words[outcome]
export default ({ connect, ...options }) => {
  const client = createClient({ ...options, auth: 'token', transport: connect?.() })
  return (body) => client.createStablecoinConversion(body)
}
