import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, context, type ContextManager, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import pino from 'pino'
import { register } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { type ClientError, createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import { logTo } from '../../../openapi/guides/examples/logs-metrics-traces/logs.js'
import { err } from '../../../openapi/guides/examples/logs-metrics-traces/pino.js'
import { countFor } from '../../../openapi/guides/examples/logs-metrics-traces/prometheus.js'
import { spanBy } from '../../../openapi/guides/examples/logs-metrics-traces/span.js'
import { conversion, quote } from '../../support/examples.js'
import { answer, scripted } from '../../support/scripted.js'

const named = { 'x-request-id': 'req-1' }
const ids = { refId: 'r-1', requestId: 'req-1' }
const fine = answer(200, { quote_id: 'q' }, named)
const refused = answer(422, { why: 'no' }, named)

it('logs have a line for each call that says what became of it, and for each step where the level asks, and no token', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logged = (level: string) => ({ onEvent: logTo(pino({ level }, stream)) })
  const { client } = scripted([fine, refused], logged('info'))
  await client.createIssuerQuote(quote)
  await client.createStablecoinConversion(conversion).catch(() => undefined)
  const detailed = scripted([refused], logged('debug')).client
  await detailed.createIssuerQuote(quote).catch(() => undefined)
  const operation = 'createStablecoinConversion'
  const facts = { operation, outcome: 'rejected', code: 'ERR_API', status: 422 }
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, msg: 'drift' },
    { level: 30, msg: 'end' },
    { level: 40, msg: 'end', ...facts, ...ids },
    { level: 20, msg: 'attempt' },
    { level: 20, msg: 'response' },
    { level: 40, msg: 'end' },
  ])
  expect(lines.join()).not.toContain('tok-1234567')
})

it('a log of an error by pino 10 has the type of a refusal that has a message, and the stack', async () => {
  const lines: string[] = []
  const log = pino({ serializers: { err } }, { write: (line: string) => void lines.push(line) })
  const body = { type: 'https://issuer.test/limit', message: 'Over the limit.' }
  const { client } = scripted([answer(422, body)])
  const refusal = await client.createIssuerQuote(quote).catch((error: unknown) => error)
  for (const error of [refusal, new TypeError('of another')]) log.error({ err: error })
  const [ofClient, ofAnother] = lines.map((line) => (JSON.parse(line) as { err: object }).err)
  const stack = expect.stringContaining('at ') as string
  expect(ofClient).toMatchObject({ type: 'ApiError', outcome: 'rejected', body, stack })
  expect(ofAnother).toEqual({ type: 'TypeError', message: 'of another', stack })
})

it('traces have a span for each call that says what became of it, below the span of its caller', async () => {
  const storage = new AsyncLocalStorage<Context>()
  /** The active context, as OpenTelemetry's SDK for Node.js keeps it. */
  const active = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (next, run, self, ...args) => storage.run(next, () => run.apply(self, args)),
    disable: () => active,
  } as ContextManager
  context.setGlobalContextManager(active)
  onTestFinished(() => context.disable())
  const exporter = new InMemorySpanExporter()
  const spanProcessors = [new SimpleSpanProcessor(exporter)]
  const tracer = new BasicTracerProvider({ spanProcessors }).getTracer('treasury')
  const steps = [refused, answer(200, { ...conversion, id: 'c-1' }, named)]
  const { client } = scripted(steps, { onEvent: spanBy(tracer) })
  const convert = () => client.createStablecoinConversion(conversion)
  const parent = tracer.startSpan('order')
  const inOrder = trace.setSpan(context.active(), parent)
  const error = await context.with(inOrder, convert).catch((reason: unknown) => reason)
  await convert()
  const name = 'createStablecoinConversion'
  const common = { attempts: 1, ...ids }
  const failed = { outcome: 'rejected', call: (error as ClientError).call, 'error.type': 'ERR_API' }
  const spans = exporter.getFinishedSpans()
  expect(spans).toMatchObject([
    { name, status: { code: 2 }, attributes: { ...common, ...failed } },
    { name, status: { code: 0 }, attributes: { ...common, outcome: 'succeeded' } },
  ])
  const parents = spans.map(({ parentSpanContext }) => parentSpanContext?.spanId)
  expect(parents).toEqual([parent.spanContext().spanId, undefined])
})

it('Prometheus reads of each tenant how many calls ended in which way, and how long they took', async () => {
  for (const tenant of ['acme', 'initech']) {
    const issuer = fakeIssuer()
    const client = createClient({ ...issuer.options, onEvent: countFor(tenant) })
    await client.createIssuerQuote(quote)
    issuer.next('createStablecoinConversion', 'broken')
    await client.createStablecoinConversion(conversion).catch(() => undefined)
  }
  const lines = (await register.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'issuer_calls_total{operation="createIssuerQuote",outcome="succeeded",tenant="acme"} 1',
      'issuer_calls_total{operation="createIssuerQuote",outcome="unknown",tenant="acme"} 0',
      'issuer_calls_total{operation="createStablecoinConversion",outcome="unknown",tenant="initech"} 1',
      'issuer_call_duration_seconds_bucket{le="30",operation="createIssuerQuote",outcome="succeeded",tenant="acme"} 1',
    ]),
  )
})
