import { defineConfig } from 'vitest/config'

/** The tests that `npm run test:mutation` repeats for each change: those that end within a second. */
export default defineConfig({
  test: {
    include: [
      'answers',
      'attempt',
      'auth',
      'body',
      'calls',
      'errors',
      'events',
      'exchange',
      'issues',
      'limits',
      'options',
      'outcome',
      'redaction',
      'retry',
      'retry-after',
      'send-once',
      'token-cache',
      'token-endpoint',
    ].map((name) => `test/${name}.test.ts`),
    exclude: [],
    testTimeout: 10_000,
  },
})
