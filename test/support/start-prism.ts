import type { TestProject } from 'vitest/node'
import { startPrism } from './prism-server.js'

declare module 'vitest' {
  interface ProvidedContext {
    prismUrl: string
  }
}

/** One Prism serves all test files; it keeps no state. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prism = await startPrism('generated/openapi.json')
  project.provide('prismUrl', prism.url)
  return () => prism.stop()
}
