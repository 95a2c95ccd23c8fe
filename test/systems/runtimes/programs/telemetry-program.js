// Loads OpenTelemetry's instrumentation of fetch and undici before anything else of the process.
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import * as tracing from '@opentelemetry/sdk-trace-node'

const exporter = new tracing.InMemorySpanExporter()
const spanProcessors = [new tracing.SimpleSpanProcessor(exporter)]
new tracing.NodeTracerProvider({ spanProcessors }).register()
registerInstrumentations({ instrumentations: [new UndiciInstrumentation()] })

const whatItSays = ({ name, attributes, events, status }) => [name, attributes, events, status]
globalThis.recorded = () => JSON.stringify(exporter.getFinishedSpans().map(whatItSays))
