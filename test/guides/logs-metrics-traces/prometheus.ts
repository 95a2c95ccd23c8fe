import { Counter, Histogram, type Registry } from 'prom-client'
import type { ClientEvent } from 'stablecoin-issuer-api'

/** How many calls ended in which way, and how long they took. Alert on `increase(issuer_calls_total{outcome="unknown"}[5m]) > 0`. */
export const countIn = (registry: Registry) => {
  const shared = { registers: [registry], help: 'Calls to the issuer' }
  const labelNames = ['operation', 'outcome'] as const
  const calls = new Counter({ ...shared, name: 'issuer_calls_total', labelNames })
  const name = 'issuer_call_duration_seconds'
  const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] // up to totalTimeout
  const duration = new Histogram({ ...shared, name, labelNames, buckets })
  return (event: ClientEvent): void => {
    if (event.type !== 'attempt' && event.type !== 'end') return
    // An undocumented read is a method and a path, of which there may be too many for a label.
    const operation = event.operation.includes(' ') ? 'undocumented' : event.operation
    // Prometheus sees an increase only of a series that was there before.
    if (event.type === 'attempt') calls.inc({ operation, outcome: 'unknown' }, 0)
    if (event.type !== 'end') return
    calls.inc({ operation, outcome: event.outcome })
    duration.observe({ operation, outcome: event.outcome }, event.milliseconds / 1_000)
  }
}
