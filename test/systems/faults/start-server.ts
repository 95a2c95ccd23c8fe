import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Running } from '../../../scripts/lib/running.js'
import { startChild } from '../../support/children.js'
import type { Door } from './doors.js'

/** The ports of the fault server's doors by their names. */
export type Ports = Readonly<Record<string, number>>

/** Starts the fault server in a process of its own: what it sends does not count as our memory. */
export async function startFaultServer(
  doors: Readonly<Record<string, Door>> = {},
): Promise<Running & { readonly ports: Ports; readonly stop: () => Promise<void> }> {
  const server = fileURLToPath(new URL('server.ts', import.meta.url))
  const command = [process.execPath, '--import', 'tsx', server, JSON.stringify(doors)]
  const child = startChild(command)
  child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the fault server ended')))
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [
    string,
  ]
  ended.catch(() => undefined)
  const { url, ports } = JSON.parse(line) as { url: string; ports: Ports }
  const stop = (): Promise<void> => Promise.resolve(void child.kill())
  return { url, ports, stop }
}
