import type { TestProject } from 'vitest/node'
import { must, root, script } from '../support/run.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the pages of our own document. */
    pages: string
  }
}

/** Writes the pages, once for all files that try them. */
export default async function setup(project: TestProject): Promise<void> {
  await must(script('docs'))
  project.provide('pages', `${root}/dist/docs`)
}
