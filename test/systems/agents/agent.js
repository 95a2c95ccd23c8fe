// Loads the agent that AGENT names, before anything else of the process.
import { setTimeout as sleep } from 'node:timers/promises'

const { headers, ...options } = JSON.parse(process.env.AGENT_OPTIONS)

const agents = {
  datadog: async () => {
    await import('dd-trace/initialize.mjs')
    const { default: tracer } = await import('dd-trace')
    return {
      inSpan: (run) => tracer.trace('app', run),
      // It sends its spans to the agent of the machine every two seconds, and the run reads them there.
      finish: () => sleep(5_000, ''),
    }
  },
  otel: async () => {
    const { trace } = await import('@opentelemetry/api')
    const { registerInstrumentations } = await import('@opentelemetry/instrumentation')
    const { UndiciInstrumentation } = await import('@opentelemetry/instrumentation-undici')
    const sdk = await import('@opentelemetry/sdk-trace-node')
    const exporter = new sdk.InMemorySpanExporter()
    const spanProcessors = [new sdk.SimpleSpanProcessor(exporter)]
    new sdk.NodeTracerProvider({ spanProcessors }).register()
    registerInstrumentations({ instrumentations: [new UndiciInstrumentation(options)] })
    const spans = () => exporter.getFinishedSpans()
    return {
      inSpan: (run) =>
        trace.getTracer('app').startActiveSpan('app', (span) => run().finally(() => span.end())),
      finish: () =>
        JSON.stringify(
          spans().map(({ attributes, events, status }) => [attributes, events, status]),
        ),
    }
  },
  sentry: async () => {
    const Sentry = await import('@sentry/node')
    const envelopes = []
    const headersToSpanAttributes = headers && { requestHeaders: headers }
    Sentry.init({
      dsn: 'https://key@sentry.example.com/1',
      tracesSampleRate: 1,
      integrations: [Sentry.nativeNodeFetchIntegration({ headersToSpanAttributes })],
      ...options,
      transport: () => ({
        send: async (envelope) => {
          envelopes.push(envelope)
          return {}
        },
        flush: async () => true,
      }),
    })
    return {
      inSpan: (run) => Sentry.startSpan({ name: 'app' }, run),
      capture: (error) => Sentry.captureException(error),
      finish: async () => {
        await Sentry.flush(2_000)
        return JSON.stringify(envelopes)
      },
    }
  },
}
globalThis.agent = await agents[process.env.AGENT]()
