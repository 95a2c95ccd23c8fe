import { Counter, Histogram } from 'prom-client'
import type { ClientEvent } from 'stablecoin-issuer-api'

const labelNames = ['operation', 'outcome', 'tenant'] as const
const calls = new Counter({ name: 'issuer_calls_total', help: 'Calls', labelNames })
const duration = new Histogram({
  name: 'issuer_call_duration_seconds',
  help: 'Seconds that calls took',
  labelNames,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30], // up to totalTimeout
})

export const countFor =
  (tenant: string) =>
  (event: ClientEvent): void => {
    // Prometheus sees an increase only of a series that was there before.
    if (event.type === 'attempt')
      calls.inc({ operation: event.operation, outcome: 'unknown', tenant }, 0)
    if (event.type !== 'end') return
    const { operation, outcome, milliseconds } = event
    calls.inc({ operation, outcome, tenant })
    duration.observe({ operation, outcome, tenant }, milliseconds / 1_000)
  }
