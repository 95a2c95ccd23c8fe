import type { Meter } from '@opentelemetry/api'
import type { ClientEvent } from 'stablecoin-issuer-api'

/** How many calls there were, how they ended and how long they took. Alert on any `unknown`. */
export const measureBy = (meter: Meter) => {
  const duration = meter.createHistogram('issuer.call.duration', { unit: 's' })
  const drifts = meter.createCounter('issuer.answer.drifts')
  return (event: ClientEvent): void => {
    if (event.type !== 'drift' && event.type !== 'end') return
    const { operation } = event
    if (event.type === 'drift') drifts.add(1, { operation })
    if (event.type !== 'end') return
    const { outcome, code = '', milliseconds } = event
    duration.record(milliseconds / 1_000, { operation, outcome, 'error.type': code })
  }
}
