import { Counter, Histogram, type Registry } from 'prom-client'
import type { ClientEvent } from 'stablecoin-issuer-api'

const labelNames = ['operation', 'outcome', 'tenant'] as const
type Label = (typeof labelNames)[number]

const counted = { name: 'issuer_calls_total', help: 'Calls to the provider', labelNames }
const measured = {
  name: 'issuer_call_duration_seconds',
  help: 'Seconds of calls to the provider',
  labelNames,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30], // up to totalTimeout
}

/** How many calls ended in which way, and how long they took. Alert on `increase(issuer_calls_total{outcome="unknown"}[5m]) > 0`. */
export const countIn = (registry: Registry, tenant = '') => {
  const registers = [registry]
  // A registry takes each name once, and every client counts in the same metrics.
  const calls =
    (registry.getSingleMetric(counted.name) as Counter<Label> | undefined) ??
    new Counter({ ...counted, registers })
  const duration =
    (registry.getSingleMetric(measured.name) as Histogram<Label> | undefined) ??
    new Histogram({ ...measured, registers })
  return (event: ClientEvent): void => {
    if (event.type !== 'attempt' && event.type !== 'end') return
    const { operation } = event
    // Prometheus sees an increase only of a series that was there before.
    if (event.type === 'attempt') calls.inc({ operation, outcome: 'unknown', tenant }, 0)
    if (event.type !== 'end') return
    const { outcome, milliseconds } = event
    calls.inc({ operation, outcome, tenant })
    duration.observe({ operation, outcome, tenant }, milliseconds / 1_000)
  }
}
