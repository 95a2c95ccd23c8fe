import { fileURLToPath } from 'node:url'
import type { Running } from '../../../scripts/lib/running.js'
import { startChild } from '../../support/children.js'

/** Starts the fault server in a process of its own: what it sends does not count as our memory. */
export async function startFaultServer(): Promise<Running> {
  const server = fileURLToPath(new URL('server.ts', import.meta.url))
  const child = startChild([process.execPath, '--import', 'tsx', server])
  child.stderr.pipe(process.stderr)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /fault server at (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => reject(new Error('the fault server ended')))
  })
  return { url, stop: () => Promise.resolve(void child.kill()) }
}
