import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, context, type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import pino from 'pino'
import { Registry } from 'prom-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type ClientError, createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import {
  describeSpan,
  inSpan,
} from '../../../openapi/guides/examples/logs-metrics-traces/call-span.js'
import { printing } from '../../../openapi/guides/examples/logs-metrics-traces/console.js'
import { logTo } from '../../../openapi/guides/examples/logs-metrics-traces/logs.js'
import { measureBy } from '../../../openapi/guides/examples/logs-metrics-traces/metrics.js'
import { countIn } from '../../../openapi/guides/examples/logs-metrics-traces/prometheus.js'
import { conversion, quote } from '../../support/examples.js'
import { answer, scripted } from '../../support/scripted.js'

const named = { 'x-request-id': 'req-1' }
const ids = { refId: 'r-1', requestId: 'req-1' }
const fine = answer(200, { quote_id: 'q' }, named)
const refused = answer(422, { why: 'no' }, named)

class Reader extends MetricReader {
  protected override onForceFlush = () => Promise.resolve()
  protected override onShutdown = () => Promise.resolve()
}

it('logs have a line for each call that says what became of it, and for each step where the level asks, and no token', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logged = (level: string) => ({ onEvent: logTo(pino({ level }, stream)) })
  const { client } = scripted([fine, refused], logged('info'))
  await client.createIssuerQuote(quote)
  await client.createStablecoinConversion(conversion).catch(() => undefined)
  const detailed = scripted([refused], logged('debug')).client
  await detailed.createIssuerQuote(quote).catch(() => undefined)
  const drift = 'the answer departs from the document'
  const facts = { operation: 'createStablecoinConversion', outcome: 'rejected', code: 'ERR_API' }
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, msg: drift, type: 'drift' },
    { level: 30, msg: 'call' },
    { level: 40, msg: 'call', ...facts, ...ids },
    { level: 20, msg: 'attempt' },
    { level: 20, msg: 'response' },
    { level: 40, msg: 'call' },
  ])
  expect(lines.join()).not.toContain('tok-1234567')
})

it('metrics count calls by their outcome, and drifts', async () => {
  const reader = new Reader()
  const provider = new MeterProvider({ readers: [reader] })
  const onEvent = measureBy(provider.getMeter('treasury'))
  const { client } = scripted([fine, refused], { onEvent })
  await client.createIssuerQuote(quote)
  await client.createIssuerQuote(quote).catch(() => undefined)
  const { resourceMetrics } = await reader.collect()
  const pointsOf = (...all: object[]) => all.map((attributes) => ({ attributes }))
  expect(resourceMetrics.scopeMetrics[0]?.metrics).toMatchObject([
    { dataPoints: pointsOf({ outcome: 'succeeded' }, { outcome: 'rejected' }) },
    { dataPoints: pointsOf({ operation: 'createIssuerQuote' }) },
  ])
  await provider.shutdown()
})

const storage = new AsyncLocalStorage<Context>()
/** The active context, as OpenTelemetry's SDK for Node.js keeps it. */
const active = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (next, run, self, ...args) => storage.run(next, () => run.apply(self, args)),
  disable: () => active,
} as ContextManager

it('traces have a span around a call that says what became of it, also where it succeeded', async () => {
  context.setGlobalContextManager(active)
  onTestFinished(() => context.disable())
  const exporter = new InMemorySpanExporter()
  const spanProcessors = [new SimpleSpanProcessor(exporter)]
  const tracer = new BasicTracerProvider({ spanProcessors }).getTracer('treasury')
  const steps = [refused, answer(200, { ...conversion, id: 'c-1' }, named)]
  const { client } = scripted(steps, { onEvent: describeSpan })
  const call = () => inSpan(tracer, 'convert', () => client.createStablecoinConversion(conversion))
  const error = (await call().catch((reason: unknown) => reason)) as ClientError
  await call()
  const common = { attempts: 1, ...ids }
  const failed = { outcome: 'rejected', call: error.call, 'error.type': 'ERR_API' }
  const succeeded = { outcome: 'succeeded', call: expect.stringMatching(/./) as string }
  expect(exporter.getFinishedSpans()).toMatchObject([
    { name: 'convert', status: { code: 2 }, attributes: { ...common, ...failed } },
    { name: 'convert', status: { code: 0 }, attributes: { ...common, ...succeeded } },
  ])
})

it('the console shows every step of a call', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await printing(fakeIssuer().options).createIssuerQuote(quote)
  const types = log.mock.calls.map(([type]) => String(type))
  expect(types).toEqual(['token', 'attempt', 'response', 'end'])
  log.mockRestore()
})

it('Prometheus reads of each tenant how many calls ended in which way, and how long they took', async () => {
  const registry = new Registry()
  for (const tenant of ['acme', 'initech']) {
    const issuer = fakeIssuer()
    const client = createClient({ ...issuer.options, onEvent: countIn(registry, tenant) })
    await client.createIssuerQuote(quote)
    issuer.next('createStablecoinConversion', 'broken')
    await client.createStablecoinConversion(conversion).catch(() => undefined)
  }
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'issuer_calls_total{operation="createIssuerQuote",outcome="succeeded",tenant="acme"} 1',
      'issuer_calls_total{operation="createIssuerQuote",outcome="unknown",tenant="acme"} 0',
      'issuer_calls_total{operation="createStablecoinConversion",outcome="unknown",tenant="initech"} 1',
      'issuer_call_duration_seconds_bucket{le="30",operation="createIssuerQuote",outcome="succeeded",tenant="acme"} 1',
    ]),
  )
})
