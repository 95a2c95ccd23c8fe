import pino from 'pino'
import { ClientError } from 'stablecoin-issuer-api'

/** Keeps the `type` of a body that has a `message`, where pino's own writes a class. */
export const err = (error: Error) => ({
  ...pino.stdSerializers.err(error),
  ...(ClientError.is(error) && error.toJSON()),
})
