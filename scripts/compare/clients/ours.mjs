import { createClient } from 'stablecoin-issuer-api'

export const rows = { 'ours over fetch': {} }
const words = { not_sent: 'failed', rejected: 'refused', unknown: 'unknown' }
export const says = ({ outcome }) => words[outcome]
export default ({ baseUrl, timeout, transport }) => {
  const client = createClient({ baseUrl, auth: 'token', timeout, transport })
  return (body) => client.createStablecoinConversion(body)
}
