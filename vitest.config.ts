import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const common = { testTimeout: 120_000, hookTimeout: 60_000 }

/** What the guides show imports the package by its name, as an adopter does. */
const alias = [
  { find: /^stablecoin-issuer-api$/, replacement: 'index' },
  { find: /^stablecoin-issuer-api\/(undici|openapi-fetch|schemas|testing)$/, replacement: '$1' },
].map(({ find, replacement }) => ({
  find,
  replacement: `${fileURLToPath(new URL('src', import.meta.url))}/${replacement}.ts`,
}))

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipped.ts', './test/support/fault-table.ts'],
    projects: [
      {
        resolve: { alias },
        test: {
          ...common,
          name: 'behaviour',
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults.test.ts'],
          globalSetup: ['test/support/start-prism.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Alone and last: it measures how soon calls settle and how much memory they take.
        test: {
          ...common,
          name: 'faults',
          include: ['test/faults.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
