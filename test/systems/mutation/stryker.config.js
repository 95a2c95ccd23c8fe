// A date without a zone must be read as Greenwich's, which nothing would notice at Greenwich.
process.env.TZ = 'Asia/Tokyo'

/**
 * Changes the files that hold policies, one small thing at a time, and looks whether a test notices.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'call/retry',
    'transport/unsent',
    'call/answer',
    'auth/token-cache',
    'shared/deadline',
    'call/attempt',
    'auth/token-of-call',
    'auth/client-credentials',
    'auth/token-request',
    'auth/token-store',
    'shared/redact',
    'shared/headers',
    'shared/outcome',
    'create-fetch',
    'document/prepare',
    'document/copy-body',
    'document/create-check',
    'document/find-issues',
    'transport/fetch-once',
    'transport/undici-exchange',
    'transport/content-coding',
    'errors',
    'options',
    'shared/check-options',
    'auth/token-source',
    'call/run-call',
  ].map((name) => `src/${name}.ts`),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/systems/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // What a change makes slow is slow by much: most tests end within milliseconds.
  timeoutMS: 10_000,
  ignorePatterns: ['/dist', '/bench.json'],
  tempDirName: 'dist/mutation/copies',
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, skipFull: false },
  htmlReporter: { fileName: 'dist/mutation/index.html' },
  jsonReporter: { fileName: 'dist/mutation/report.json' },
  logLevel: 'warn',
  warnings: { slow: false },
  allowConsoleColors: false,
}
