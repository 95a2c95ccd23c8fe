import { provider } from 'generated/acme/index.js'
import { createClient } from 'stablecoin-issuer-api'
import { undiciTransport } from 'stablecoin-issuer-api/undici'

export const rows = {
  'ours over fetch': {},
  'ours over undici': { connect: undiciTransport },
  'ours with a look-up': { provider },
  'ours with a look-up, by path': { provider, byPath: true },
}
const words = { not_sent: 'failed', rejected: 'refused', unknown: 'unknown' }
export const says = ({ outcome }) => words[outcome]
export default ({ connect, byPath, ...options }) => {
  const client = createClient({ ...options, auth: 'token', transport: connect?.() })
  if (!byPath) return (body) => client.createStablecoinConversion(body)
  return async (body) => {
    const { data, error, response } = await client.POST('/v2/conversion/stablecoins', { body })
    if (error) throw Object.assign(new Error('refused'), { status: response.status })
    return data
  }
}
