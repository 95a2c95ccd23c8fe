// convert --ref-id order-2031 --amount 12.50 --from USDC --to USDG
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type AnyClientError, ClientError } from 'stablecoin-issuer-api'
import { sqlite } from 'stablecoin-issuer-api/journal'
import { connect } from './issuer.js'

const text = { type: 'string', default: '' } as const
const { values } = parseArgs({ options: { 'ref-id': text, amount: text, from: text, to: text } })

/** As sysexits.h has them: EX_DATAERR, EX_UNAVAILABLE, EX_NOPERM and EX_TEMPFAIL, after which it is to be run again. */
function exitCodeOf({ code, outcome }: AnyClientError): number {
  if (code === 'ERR_INVALID_REQUEST') return 65
  return { not_sent: 69, rejected: 77, unknown: 75 }[outcome]
}

try {
  const client = await connect(sqlite(new DatabaseSync('journal.sqlite')))
  const { id } = await client.createStablecoinConversion({
    profile_id: process.env['ISSUER_PROFILE'] ?? '',
    ref_id: values['ref-id'],
    amount: values.amount,
    source_asset: values.from,
    target_asset: values.to,
  })
  console.log(id)
} catch (error) {
  if (!ClientError.is(error)) throw error
  console.error(error.message)
  process.exitCode = exitCodeOf(error)
}
