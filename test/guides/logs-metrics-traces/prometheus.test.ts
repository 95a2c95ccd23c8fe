import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { countIn } from '../../../openapi/guides/examples/logs-metrics-traces/prometheus.js'
import { conversion, quote } from '../../support/examples.js'

it('Prometheus reads how many calls ended in which way, and how long they took', async () => {
  const registry = new Registry()
  const issuer = fakeIssuer()
  const client = createClient({ ...issuer.options, onEvent: countIn(registry) })
  await client.createIssuerQuote(quote)
  issuer.next('createStablecoinConversion', 'broken')
  await client.createStablecoinConversion(conversion).catch(() => undefined)
  const metrics = await registry.metrics()
  for (const line of [
    'issuer_calls_total{operation="createIssuerQuote",outcome="succeeded",tenant=""} 1',
    'issuer_calls_total{operation="createIssuerQuote",outcome="unknown",tenant=""} 0',
    'issuer_calls_total{operation="createStablecoinConversion",outcome="unknown",tenant=""} 1',
    'issuer_call_duration_seconds_bucket{le="30",operation="createIssuerQuote",outcome="succeeded",tenant=""} 1',
    'issuer_call_duration_seconds_count{operation="createStablecoinConversion",outcome="unknown",tenant=""} 1',
  ])
    expect(metrics.split('\n')).toContain(line)
})

it('clients of two tenants count in the same metrics, and are told apart by a label', async () => {
  const registry = new Registry()
  for (const tenant of ['acme', 'initech']) {
    const { options } = fakeIssuer()
    const client = createClient({ ...options, onEvent: countIn(registry, tenant) })
    await client.createIssuerQuote(quote)
  }
  const lines = (await registry.metrics()).split('\n')
  const succeeded = '{operation="createIssuerQuote",outcome="succeeded",tenant='
  expect(lines.filter((line) => line.startsWith(`issuer_calls_total${succeeded}`))).toEqual([
    `issuer_calls_total${succeeded}"acme"} 1`,
    `issuer_calls_total${succeeded}"initech"} 1`,
  ])
})
