import { trace } from '@opentelemetry/api'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
provider.register()
const options = JSON.parse(process.env.AGENT_OPTIONS)
registerInstrumentations({ instrumentations: [new UndiciInstrumentation(options)] })
const spans = () => exporter.getFinishedSpans()
globalThis.agent = {
  inSpan: (run) =>
    trace.getTracer('app').startActiveSpan('app', (span) => run().finally(() => span.end())),
  finish: () =>
    JSON.stringify(spans().map(({ attributes, events, status }) => [attributes, events, status])),
}
