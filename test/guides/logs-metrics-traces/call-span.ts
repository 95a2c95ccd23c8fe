import { SpanStatusCode, type Tracer } from '@opentelemetry/api'
import { ClientError } from 'stablecoin-issuer-api'

/** A span around a call, with its outcome; the spans of its requests stand below it. */
export function inSpan<Data>(tracer: Tracer, name: string, call: () => Promise<Data>) {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await call()
    } catch (error) {
      if (ClientError.is(error)) {
        const { outcome, code, attempts, refId = '', requestId = '' } = error
        span.setAttributes({ outcome, 'error.type': code, attempts, refId, requestId })
      }
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) })
      throw error
    } finally {
      span.end()
    }
  })
}
