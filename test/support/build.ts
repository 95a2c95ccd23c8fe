import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { must, root, script } from './run.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The package of the mock, in a folder outside of the project, where nothing else can be found. */
    mockPackage: string
  }
}

/** Builds both packages into dist/, once for all files that try what was built. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await must(script('build'))
  const folder = await mkdtemp(join(tmpdir(), 'stablecoin-mock-'))
  await cp(join(root, 'dist/mock'), folder, { recursive: true })
  project.provide('mockPackage', folder)
  return () => rm(folder, { recursive: true })
}
