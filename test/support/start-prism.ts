import type { TestProject } from 'vitest/node'
import { startPrism } from './prism-server.js'

declare module 'vitest' {
  interface ProvidedContext {
    prismUrl: string
  }
}

/**
 * One Prism serves all test files; it keeps no state. Where a document has no `default`, as the published one, Prism
 * refuses with a body of its own; as it is written the document has one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prism = await startPrism('openapi/openapi.yaml')
  project.provide('prismUrl', prism.url)
  return () => prism.stop()
}
