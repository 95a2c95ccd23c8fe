import { SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { ClientEvent } from 'stablecoin-issuer-api'

export const spanBy =
  (tracer: Tracer) =>
  (event: ClientEvent): void => {
    if (event.type !== 'end') return
    const { operation, outcome, attempts, call, refId, requestId, code, milliseconds } = event
    const attributes = { outcome, attempts, call, refId, requestId, 'error.type': code }
    const startTime = Date.now() - milliseconds
    const span = tracer.startSpan(operation, { startTime, attributes })
    if (code) span.setStatus({ code: SpanStatusCode.ERROR, message: code })
    span.end()
  }
