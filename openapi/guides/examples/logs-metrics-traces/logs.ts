import type { ClientEvent } from 'stablecoin-issuer-api'

/** The methods of a logger that are used: pino, Fastify's `app.log`, winston and `console` have them. */
type Log = Record<'debug' | 'info' | 'warn', (line: object) => unknown>

/** One line for each call at `info` or `warn`, and one for each of its steps at `debug`. */
export const logTo =
  (log: Log) =>
  (event: ClientEvent): void => {
    const { type, ...fields } = event
    if (event.type === 'drift')
      log.warn({ message: 'the answer departs from the document', ...fields })
    else if (event.type !== 'end') log.debug({ message: type, ...fields })
    else if (event.outcome === 'succeeded') log.info({ message: 'call', ...fields })
    else log.warn({ message: 'call', ...fields })
  }
