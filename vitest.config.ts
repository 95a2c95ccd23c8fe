import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { limits } from './test/support/limits.js'

// To optimise code that runs for seconds takes longer than it saves: 5 of 38 s of CPU. Threads share these flags, of which
// Node.js 20 alone has the first.
if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=1000000')
setFlagsFromString('--liftoff-only')

/** What the guides show imports the package by its name, as an adopter does. */
const alias = [
  { find: /^stablecoin-issuer-api$/, replacement: 'index' },
  { find: /^stablecoin-issuer-api\/([\w-]+)$/, replacement: '$1' },
].map(({ find, replacement }) => ({
  find,
  replacement: `${fileURLToPath(new URL('src', import.meta.url))}/${replacement}.ts`,
}))

type Test = NonNullable<TestProjectInlineConfiguration['test']>

function project(name: string, test: Test): TestProjectInlineConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      testTimeout: limits.test,
      hookTimeout: limits.hook,
      expect: { poll: { timeout: limits.poll } },
      // A file that shares its worker with others starts ten times sooner.
      pool: 'threads',
      isolate: false,
      maxWorkers: 2,
      ...test,
    },
  }
}

/** Their programs end with the tests that started them. A process of its own hears when it is to end. */
const withPrograms: Test = { setupFiles: ['test/support/end-children.ts'], pool: 'forks' }
const faults = ['test/network/*.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipped.ts'],
    globalSetup: ['test/support/fixtures.ts'],
    projects: [
      // `npm test` runs these: they need Node alone, and no network.
      project('client', {
        include: [
          'test/{auth,call,document,fetch,generate,journal,overlay,service,shared,testing,transport}/*.test.ts',
          'openapi/guides/examples/*/*.test.ts',
          'test/guides/**/*.test.ts',
        ],
        exclude: ['test/guides/proxies/*.test.ts'],
        setupFiles: ['test/support/without-faker.ts'],
      }),
      // It replaces globals, such as the clock.
      project('simulation', {
        include: ['test/systems/simulation/*.test.ts'],
        testTimeout: 60 * 60_000, // as many calls as are asked for
      }),
      project('tools', {
        ...withPrograms,
        include: ['test/{mock,repository}/*.test.ts'],
        globalSetup: ['test/support/build.ts'],
      }),
      project('pages', {
        ...withPrograms,
        include: ['test/docs/*.test.ts', 'test/guides/proxies/*.test.ts'],
        globalSetup: ['test/docs/setup.ts'],
      }),
      project('clients', { ...withPrograms, include: ['test/clients/*.test.ts'] }),
      project('fleet', { ...withPrograms, include: ['test/systems/fleet/*.test.ts'] }),
      project('languages', {
        ...withPrograms,
        include: ['test/systems/languages/*.test.ts'],
        // Compilers take both cores.
        maxConcurrency: 2,
      }),
      project('crash', {
        ...withPrograms,
        include: ['test/systems/crash/*.test.ts'],
        globalSetup: ['test/systems/crash/setup.ts'],
        testTimeout: 20 * 60_000, // all kills, on a machine that does other things
      }),
      project('engines', { ...withPrograms, include: ['test/systems/engines/*.test.ts'] }),
      project('package', {
        ...withPrograms,
        include: ['test/systems/package/*.test.ts'],
        globalSetup: ['test/systems/package/setup.ts'],
        maxConcurrency: 2,
      }),
      project('runtimes', {
        ...withPrograms,
        include: ['test/systems/runtimes/*.test.ts'],
        // Each waits most of the time.
        maxConcurrency: 3,
      }),
      // Last, and both ways beside each other, each in a process of its own: they wait, and measure how much memory calls take.
      project('faults', {
        ...withPrograms,
        setupFiles: ['test/network/node-dispatcher.ts', 'test/support/end-children.ts'],
        include: faults,
        isolate: true,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
})
