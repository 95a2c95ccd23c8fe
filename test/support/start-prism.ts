import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { limits } from './limits.js'
import { listen } from './listen.js'

declare module 'vitest' {
  interface ProvidedContext {
    prismUrl: string
  }
}

const require = createRequire(import.meta.url)

/** Ends Prism when its input does: also where the tests were killed, and could not end it. */
const endWithInput = 'data:text/javascript,process.stdin.on("end", () => process.exit()).resume()'

/** One Prism, which keeps no state, serves the published document to all test files, by its command as users start it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { port, stop } = await listen(() => undefined)
  stop()
  const prism = require.resolve('@stoplight/prism-cli')
  // While it logs, Prism ends with an error when a body holds certain characters.
  const mock = ['mock', '-p', String(port), '-v', 'silent', 'generated/openapi.yaml']
  const child = spawn(process.execPath, ['--import', endWithInput, prism, ...mock], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const end = performance.now() + limits.start
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > end) throw new Error('Prism did not start')
    await sleep(50)
  }
  project.provide('prismUrl', url)
  return () => void child.kill()
}
