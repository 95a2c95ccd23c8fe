import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buildMockPackage } from '../../scripts/build/mock-package.js'
import { type Result, root, runIn } from '../support/run.js'

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
  readonly remove: () => Promise<void>
}

export async function packageMock(): Promise<Packaged> {
  const folder = await mkdtemp(join(tmpdir(), 'stablecoin-mock-'))
  await buildMockPackage(root, folder)
  const started = new Set<ChildProcessByStdio<null, Readable, Readable>>()
  return {
    folder,
    run: (...args) => runIn(folder, [process.execPath, 'mock.js', ...args]),
    runNode: async (args) => (await runIn(folder, [process.execPath, ...args])).code,
    start: async (...args) => {
      const command = ['mock.js', '--port', '0', ...args]
      const child = spawn(process.execPath, command, {
        cwd: folder,
        env: { ...process.env, NODE_OPTIONS: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.add(child)
      return runningOf(child)
    },
    remove: async () => {
      for (const child of started) child.kill('SIGKILL')
      await rm(folder, { recursive: true })
    },
  }
}

async function runningOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<RunningMock> {
  const ended = once(child, 'exit') as Promise<[number | null]>
  let stdout = ''
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')))
    })
    child.on('exit', () => {
      reject(new Error(`the mock ended at its start: ${stderr}`))
    })
  })
  const [url = '', tokenUrl = ''] = line.match(/http:[^\s"]*[^\s".,]/g) ?? []
  return {
    ...{ url, tokenUrl, line },
    stdout: () => stdout.slice(line.length + 1),
    stderr: () => stderr,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
