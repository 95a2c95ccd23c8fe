import { undiciTransport } from 'stablecoin-issuer-api/undici'
import connect from './ours.mjs'

export { says } from './ours.mjs'
export const rows = { 'ours over undici': {} }
export default (setting) => connect({ ...setting, transport: undiciTransport() })
