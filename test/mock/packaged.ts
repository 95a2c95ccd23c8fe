import { inject } from 'vitest'
import { run, start as startProgram } from '../support/run.js'

/** The package stablecoin-issuer-mock in a folder where nothing else is, built once for all files of tests. */
export const folder = inject('mockPackage')

/** Runs Node.js in that folder until it ends. */
export const runNode = (...args: string[]) => run([process.execPath, ...args], { cwd: folder })

/** The mock as a process of its own. */
export type RunningMock = Awaited<ReturnType<typeof start>>

export async function start(...args: string[]) {
  const command = [process.execPath, 'mock.js', '--port', '0', ...args]
  const { child, ended, printed, firstLine } = startProgram(command, { cwd: folder })
  const line = await firstLine()
  const [url = '', tokenUrl = ''] = line.match(/http:[^\s"]*[^\s".,]/g) ?? []
  return {
    url,
    tokenUrl,
    /** The first line that it printed. */
    line,
    /** What it printed since. */
    stdout: () => printed.stdout.slice(line.length + 1),
    stderr: () => printed.stderr,
    /** Sends a signal, and gives the code that it ended with. */
    end: async (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal)
      return (await ended).code
    },
  }
}
