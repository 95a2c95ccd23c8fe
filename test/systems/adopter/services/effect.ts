// Effect: a job as the argument, whose failures have a tag for each outcome.
import { DatabaseSync } from 'node:sqlite'
import { Data, Effect, Schedule } from 'effect'
import { type AnyClientError, ClientError } from 'stablecoin-issuer-api'
import { sqlite } from 'stablecoin-issuer-api/journal'
import { type Conversion, connect } from './issuer.js'

class NotSent extends Data.TaggedError('NotSent')<{ readonly cause: AnyClientError }> {}
class Rejected extends Data.TaggedError('Rejected')<{ readonly cause: AnyClientError }> {}
class Unknown extends Data.TaggedError('Unknown')<{ readonly cause: AnyClientError }> {}
const failures = { not_sent: NotSent, rejected: Rejected, unknown: Unknown }

const client = await connect(sqlite(new DatabaseSync('journal.sqlite')))

/** Tries again what failed on the network before it was sent. What is no failure of a call is a defect of this program. */
const convert = (body: Conversion) =>
  Effect.tryPromise({
    try: () => client.createStablecoinConversion(body),
    catch: (error) => error,
  }).pipe(
    Effect.catch((error) =>
      ClientError.is(error)
        ? Effect.fail(new failures[error.outcome]({ cause: error }))
        : Effect.die(error),
    ),
    Effect.retry({
      while: ({ _tag, cause: { code } }) =>
        _tag === 'NotSent' && (code === 'ERR_CONNECTION' || code === 'ERR_TIMEOUT'),
      schedule: Schedule.exponential('1 second'),
      times: 3,
    }),
  )

const job = Effect.gen(function* () {
  const body = JSON.parse(process.argv[2] ?? '') as Conversion
  return yield* convert(body).pipe(
    Effect.map(({ id }) => `made ${id}`),
    Effect.catchTags({
      NotSent: ({ cause }) => Effect.succeed(`not sent: ${cause.message}`),
      Rejected: ({ cause }) => Effect.succeed(`refused: ${cause.code}`),
      Unknown: ({ cause }) => Effect.succeed(`to be looked up: ${cause.refId}`),
    }),
  )
})
console.log(await Effect.runPromise(job))
