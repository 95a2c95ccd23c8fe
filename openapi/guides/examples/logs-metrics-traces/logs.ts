import type { ClientEvent } from 'stablecoin-issuer-api'

/** The methods of a logger that are used: pino, Fastify's `app.log` and `console` have them. */
type Log = Record<'debug' | 'info' | 'warn', (fields: object, message: string) => unknown>

/** One line for each call at `info` or `warn`, and one for each of its steps at `debug`. */
export const logTo =
  (log: Log) =>
  (event: ClientEvent): void => {
    if (event.type === 'drift') log.warn(event, 'the answer departs from the document')
    else if (event.type !== 'end') log.debug(event, event.type)
    else if (event.outcome === 'succeeded') log.info(event, 'call')
    else log.warn(event, 'call')
  }
