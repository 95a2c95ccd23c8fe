import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Running } from '../../scripts/running.js'

/** Starts the fault server in a process of its own: what it sends does not count as our memory. */
export async function startFaultServer(): Promise<Running> {
  const server = fileURLToPath(new URL('server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /fault server at (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => {
      reject(new Error('the fault server ended'))
    })
  })
  return { url, stop: () => Promise.resolve(void child.kill()) }
}
