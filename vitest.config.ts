import { defineConfig } from 'vitest/config'

const common = { testTimeout: 120_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipped.ts', './test/support/fault-table.ts'],
    projects: [
      {
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
