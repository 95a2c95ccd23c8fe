// A date without a zone must be read as Greenwich's, which nothing would notice at Greenwich.
process.env.TZ = 'Asia/Tokyo'

/**
 * Changes the files that hold policies, one small thing at a time, and looks whether a test notices.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'call/retry',
    'transport/proof',
    'call/judge',
    'auth/token-cache',
    'ground/deadline',
    'call/attempt',
    'call/before-send',
    'auth/credential',
    'auth/client-credentials',
    'auth/token-request',
    'auth/token-store',
    'ground/redact',
    'ground/retry-after',
    'check/prepare',
    'check/body-copy',
    'check/create-check',
    'check/issues',
    'transport/send-once',
    'transport/undici-exchange',
    'transport/content-coding',
    'errors',
    'options',
    'ground/option-rules',
    'auth/token-source',
    'call/engine',
  ].map((name) => `src/${name}.ts`),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation.config.ts' },
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
