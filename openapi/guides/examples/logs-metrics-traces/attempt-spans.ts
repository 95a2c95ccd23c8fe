import { SpanKind, type Tracer } from '@opentelemetry/api'
import type { ClientEvent } from 'stablecoin-issuer-api'

/** A span for each attempt, where no instrumentation makes one. */
export const spanFor =
  (tracer: Tracer) =>
  (event: ClientEvent): void => {
    if (event.type !== 'response') return
    const { operation, attempt, status = 0, error = '', milliseconds } = event
    const attributes = { attempt, 'http.response.status_code': status, 'error.type': error }
    const startTime = Date.now() - milliseconds
    tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime, attributes }).end()
  }
