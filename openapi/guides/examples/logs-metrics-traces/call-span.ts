import { SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import type { ClientEvent } from 'stablecoin-issuer-api'

/** An `onEvent` that writes on the span of a call what became of it, whether it failed or not. */
export function describeSpan(event: ClientEvent): void {
  if (event.type !== 'end') return
  const { outcome, code, attempts, call, refId, requestId } = event
  const attributes = { outcome, attempts, call, refId, requestId, 'error.type': code }
  trace.getActiveSpan()?.setAttributes(attributes)
}

/** A span around a call; the spans of its requests are below it. */
export function inSpan<Data>(tracer: Tracer, name: string, call: () => Promise<Data>) {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await call()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
      throw error
    } finally {
      span.end()
    }
  })
}
