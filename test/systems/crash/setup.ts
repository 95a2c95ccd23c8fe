import type { TestProject } from 'vitest/node'
import { buildProgram } from './programs.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program that is killed. */
    crashProgram: string
  }
}

export default async function setup(project: TestProject): Promise<void> {
  project.provide('crashProgram', await buildProgram('test/systems/crash/program'))
}
