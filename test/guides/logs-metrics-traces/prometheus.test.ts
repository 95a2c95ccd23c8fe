import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { countIn } from '../../../openapi/guides/examples/logs-metrics-traces/prometheus.js'
import { conversion, quote } from '../../support/examples.js'

it('Prometheus reads of each tenant how many calls ended in which way, and how long they took', async () => {
  const registry = new Registry()
  for (const tenant of ['acme', 'initech']) {
    const issuer = fakeIssuer()
    const client = createClient({ ...issuer.options, onEvent: countIn(registry, tenant) })
    await client.createIssuerQuote(quote)
    issuer.next('createStablecoinConversion', 'broken')
    await client.createStablecoinConversion(conversion).catch(() => undefined)
  }
  const metrics = (await registry.metrics()).split('\n')
  for (const line of [
    'issuer_calls_total{operation="createIssuerQuote",outcome="succeeded",tenant="acme"} 1',
    'issuer_calls_total{operation="createIssuerQuote",outcome="unknown",tenant="acme"} 0',
    'issuer_calls_total{operation="createStablecoinConversion",outcome="unknown",tenant="initech"} 1',
    'issuer_call_duration_seconds_bucket{le="30",operation="createIssuerQuote",outcome="succeeded",tenant="acme"} 1',
    'issuer_call_duration_seconds_count{operation="createStablecoinConversion",outcome="unknown",tenant="acme"} 1',
  ])
    expect(metrics).toContain(line)
})
