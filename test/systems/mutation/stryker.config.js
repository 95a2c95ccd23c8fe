// A date without a zone must be read as Greenwich's, which nothing would notice at Greenwich.
process.env.TZ = 'Asia/Tokyo'

/**
 * Changes the files that hold policies, one small thing at a time, and looks whether a test notices.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'call/answer',
    'call/client-call',
    'call/client-setup',
    'auth/token-provider',
    'auth/client-credentials',
    'auth/token-cache',
    'auth/token-request',
    'auth/access-token',
    'document/schema-check',
    'document/find-operation',
    'document/parameters',
    'document/prepare-input',
    'shared/check-options',
    'shared/deadline',
    'shared/headers',
    'shared/json',
    'shared/redact',
    'shared/printable',
    'transport/fetch-transport',
    'transport/unsent',
    'errors',
    'events',
    'fetch',
    'options',
    'shared-token',
    'undici',
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
