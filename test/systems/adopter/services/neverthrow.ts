// neverthrow: a job as the argument, and a result that says what has to be done next.
import { DatabaseSync } from 'node:sqlite'
import { ResultAsync } from 'neverthrow'
import { type AnyClientError, ClientError } from 'stablecoin-issuer-api'
import { sqlite } from 'stablecoin-issuer-api/journal'
import { type Conversion, connect } from './issuer.js'

const client = await connect(sqlite(new DatabaseSync('journal.sqlite')))

/** Whatever is no failure of a call is a defect of this program. */
function asFailure(error: unknown): AnyClientError {
  if (!ClientError.is(error)) throw error
  return error
}

const convert = ResultAsync.fromThrowable(client.createStablecoinConversion, asFailure)

function nextStep(error: AnyClientError): string {
  if (error.code === 'ERR_INVALID_REQUEST')
    return `correct ${error.issues.map(({ message }) => message).join('; ')}`
  if (error.code === 'ERR_AUTHENTICATION') return 'check the credentials'
  return { not_sent: 'run it again', rejected: 'ask a person', unknown: 'run it again later' }[
    error.outcome
  ]
}

const body = JSON.parse(process.argv[2] ?? '') as Conversion
console.log(await convert(body).match(({ id }) => `made ${id}`, nextStep))
