import Stripe from 'stripe'

export const rows = {
  'stripe-node': {},
  'stripe-node, maxNetworkRetries: 0': { maxNetworkRetries: 0 },
}
export default ({ baseUrl, timeout, maxNetworkRetries }) => {
  const { hostname: host, port, protocol, pathname } = new URL(baseUrl)
  const options = { host, port, protocol: protocol.slice(0, -1), timeout, telemetry: false }
  const more = maxNetworkRetries === undefined ? {} : { maxNetworkRetries }
  const stripe = new Stripe('sk_test_key', { ...options, ...more })
  return (body) => stripe.rawRequest('POST', `${pathname}/v2/conversion/stablecoins`, body)
}
