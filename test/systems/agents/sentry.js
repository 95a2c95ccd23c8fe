import * as Sentry from '@sentry/node'

const envelopes = []
const { headers, ...options } = JSON.parse(process.env.AGENT_OPTIONS)
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
globalThis.agent = {
  inSpan: (run) => Sentry.startSpan({ name: 'app' }, run),
  capture: (error) => Sentry.captureException(error),
  finish: async () => {
    await Sentry.flush(2_000)
    return JSON.stringify(envelopes)
  },
}
