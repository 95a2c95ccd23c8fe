import { issuer } from '../../lib/issuer.js'

export async function POST(request) {
  const payment = await request.json() // with a ref_id that was stored before
  // Without request.signal: a visitor who leaves must not abort a conversion that was sent.
  const { id } = await issuer().createStablecoinConversion(payment)
  return Response.json({ id })
}
