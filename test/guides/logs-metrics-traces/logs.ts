import type { Logger } from 'pino'
import type { ClientEvent } from 'stablecoin-issuer-api'

/** One line for each call at `info` or `warn`, and one for each of its steps at `debug`. */
export const logTo =
  (log: Logger) =>
  (event: ClientEvent): void => {
    const { type, ...fields } = event
    if (event.type === 'drift') log.warn(fields, 'the answer departs from the document')
    else if (event.type !== 'end') log.debug(fields, type)
    else if (event.outcome === 'succeeded') log.info(fields, 'call')
    else log.warn(fields, 'call')
  }
