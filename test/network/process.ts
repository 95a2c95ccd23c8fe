/**
 * The server in a process of its own: what it sends does not count as our memory. Scripts are made by POST /scripts
 * and read back by GET /scripts/<id>; a script answers below /s/<id>/.
 */
import { fileURLToPath } from 'node:url'
import { start } from '../support/run.js'
import type { Exchange } from './act.js'
import type { TlsPort } from './connections.js'
import { Arrivals, openPort, type Script } from './server.js'
import { ServerLog } from './server-log.js'

type ByName<Each> = Readonly<Record<string, Each>>

const file = fileURLToPath(import.meta.url)

export async function startFarSide(tlsPorts: ByName<TlsPort> = {}) {
  const { child, firstLine } = start([
    process.execPath,
    '--import',
    'tsx',
    file,
    JSON.stringify(tlsPorts),
  ])
  child.stderr.pipe(process.stderr)
  const { url, ports } = JSON.parse(await firstLine()) as { url: string; ports: ByName<number> }
  return { url, ports, stop: () => Promise.resolve(void child.kill()) }
}

async function serve(tlsPorts: ByName<TlsPort>): Promise<void> {
  const scripts: Script[] = []
  const serverLog = new ServerLog(() => new Arrivals())
  const scriptIn = (pattern: RegExp, { request }: Exchange): Script | undefined =>
    scripts[Number(pattern.exec(request.url ?? '')?.[1])]
  const control = async (exchange: Exchange): Promise<void> => {
    const { request, response, text } = exchange
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'POST') {
      const acts = JSON.parse(await text) as Script['acts']
      const id = scripts.push({ acts, entry: serverLog.of(String(scripts.length)) }) - 1
      response.end(JSON.stringify({ id }))
    } else response.end(JSON.stringify(scriptIn(/^\/scripts\/(\d+)/, exchange)?.entry ?? {}))
  }
  const find = (exchange: Exchange) => scriptIn(/^\/s\/(\d+)\//, exchange)
  const ports: Record<string, number> = {}
  for (const [name, tls] of Object.entries(tlsPorts))
    ports[name] = (await openPort(find, control, tls)).port
  const { url } = await openPort(find, control)
  console.log(JSON.stringify({ url, ports }))
}

if (process.argv[1] === file) await serve(JSON.parse(process.argv[2] ?? '{}') as ByName<TlsPort>)
