import { once } from 'node:events'
import { inject } from 'vitest'
import { type Child, startChild } from '../support/children.js'
import { type Result, run } from '../support/run.js'

/** The mock as a process of its own. */
export interface RunningMock {
  readonly url: string
  readonly tokenUrl: string
  /** The first line that it printed. */
  readonly line: string
  /** What it printed since. */
  readonly stdout: () => string
  readonly stderr: () => string
  /** Sends a signal, and gives the code that it ended with. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** The package stablecoin-issuer-mock in a folder where nothing else is. */
export interface Packaged {
  readonly folder: string
  readonly run: (...args: string[]) => Promise<Result>
  /** Runs Node in that folder, and gives the code that it ended with. */
  readonly runNode: (args: readonly string[]) => Promise<number | null>
  readonly start: (...args: string[]) => Promise<RunningMock>
}

/** What was built for all files of tests. */
export function packagedMock(): Packaged {
  const folder = inject('mockPackage')
  const node = (...args: string[]) => run([process.execPath, ...args], { cwd: folder })
  return {
    folder,
    run: (...args) => node('mock.js', ...args),
    runNode: async (args) => (await node(...args)).code,
    start: (...args) => {
      const command = [process.execPath, 'mock.js', '--port', '0', ...args]
      return runningOf(
        startChild(command, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } }),
      )
    },
  }
}

async function runningOf(child: Child): Promise<RunningMock> {
  const ended = once(child, 'exit') as Promise<[number | null]>
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')))
    })
    child.on('exit', () => reject(new Error(`the mock ended at its start: ${stderr}`)))
  })
  const [url = '', tokenUrl = ''] = line.match(/http:[^\s"]*[^\s".,]/g) ?? []
  return {
    url,
    tokenUrl,
    line,
    stdout: () => stdout.slice(line.length + 1),
    stderr: () => stderr,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
