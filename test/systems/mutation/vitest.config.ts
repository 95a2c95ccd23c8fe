import { defineConfig } from 'vitest/config'

/** The tests that `npm run test:mutation` repeats for each change. */
export default defineConfig({
  test: {
    include: ['test/{auth,call,document,fetch,journal,shared,transport}/*.test.ts'],
    // The linter of the document runs no code of src/, and takes two seconds.
    exclude: ['test/document/document.test.ts'],
    // Coverage and a busy machine make the texts without end in redaction.test.ts slow.
    testTimeout: 60_000,
  },
})
