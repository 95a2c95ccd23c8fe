/**
 * The far side in a process of its own: what it sends does not count as our memory. Scripts are made by POST /scripts
 * and read back by GET /scripts/<id>; a script answers below /s/<id>/.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Running } from '../../scripts/lib/running.js'
import { startChild } from '../support/children.js'
import { listen } from '../support/listen.js'
import type { Door } from './doors.js'
import { ServerLog } from './server-log.js'
import { Arrivals, type Exchange, openDoor, type Script } from './server.js'

/** What the control address is told. */
export type Order = Pick<Script, 'acts' | 'success'>

/** The ports of a far side's doors by their names. */
export type Ports = Readonly<Record<string, number>>

const file = fileURLToPath(import.meta.url)

export async function startFarSide(
  doors: Readonly<Record<string, Door>> = {},
): Promise<Running & { readonly ports: Ports; readonly stop: () => Promise<void> }> {
  const child = startChild([process.execPath, '--import', 'tsx', file, JSON.stringify(doors)])
  child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the far side ended')))
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [
    string,
  ]
  ended.catch(() => undefined)
  const { url, ports } = JSON.parse(line) as { url: string; ports: Ports }
  const stop = (): Promise<void> => Promise.resolve(void child.kill())
  return { url, ports, stop }
}

async function serve(doors: Readonly<Record<string, Door>>): Promise<void> {
  const scripts: Script[] = []
  const serverLog = new ServerLog(() => new Arrivals())
  // Accepts connections and never says a word.
  const { url: silent } = await listen(() => undefined)
  const scriptIn = (pattern: RegExp, { request }: Exchange): Script | undefined =>
    scripts[Number(pattern.exec(request.url ?? '')?.[1])]
  const control = async (exchange: Exchange): Promise<void> => {
    const { request, response, text } = exchange
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'POST') {
      const order = JSON.parse(await text) as Order
      const id = scripts.push({ ...order, entry: serverLog.of(String(scripts.length)) }) - 1
      response.end(JSON.stringify({ id, silent }))
    } else response.end(JSON.stringify(scriptIn(/^\/scripts\/(\d+)/, exchange)?.entry ?? {}))
  }
  const options = {
    find: (exchange: Exchange) => scriptIn(/^\/s\/(\d+)\//, exchange),
    otherwise: control,
  }
  const ports: Record<string, number> = {}
  for (const [name, door] of Object.entries(doors))
    ports[name] = (await openDoor(options, door)).port
  const { url } = await openDoor(options)
  console.log(JSON.stringify({ url, ports }))
}

if (process.argv[1] === file)
  await serve(JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, Door>>)
