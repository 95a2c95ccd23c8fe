import { undiciTransport } from 'stablecoin-issuer-api/undici'
import connect from './ours.mjs'

export { says } from './ours.mjs'
export const packages = ['stablecoin-issuer-api', 'undici']
export const rows = {
  'ours, undici': { allowH2: false },
  'ours, undici, HTTP/2': { allowH2: true, http2: true },
}
export default ({ allowH2, ...setting }) =>
  connect({ ...setting, transport: undiciTransport({ allowH2 }) })
