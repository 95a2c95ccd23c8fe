import type { ClientEvent } from 'stablecoin-issuer-api'

/** Such as pino, Fastify's `app.log` and `console`. */
type Log = Record<'debug' | 'info' | 'warn', (fields: object, message: string) => unknown>

/** One line for each call at `info` or `warn`, and one for each of its steps at `debug`. */
export const logTo =
  (log: Log) =>
  (event: ClientEvent): void => {
    const { type } = event
    if (type !== 'end' && type !== 'drift') log.debug(event, type)
    else if (type === 'end' && event.outcome === 'succeeded') log.info(event, type)
    else log.warn(event, type)
  }
