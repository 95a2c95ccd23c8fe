import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../support/tools.js'
import { type Backend, startBackend } from './backend.js'
import type { Family, Site } from './family.js'
import type { Situation } from './plan.js'
import { type Started, every, freePort, listens, start } from './processes.js'

const path = findProgram('haproxy', '../sbin/haproxy')

/** A frontend for each set of directives. */
const frontends = {
  plain: 'default_backend service',
  idle: 'timeout http-keep-alive 20\n  default_backend service',
  closing: 'option httpclose\n  default_backend service',
  limited: 'http-request deny deny_status 429 if { rand(4) eq 0 }\n  default_backend service',
  away: 'default_backend nobody',
} as const
type Name = keyof typeof frontends

interface HAProxy {
  readonly started: Started
  readonly ports: Readonly<Record<Name, number>>
}

async function run(name: string, backend: Backend, site: Site): Promise<HAProxy> {
  const folder = join(site.folder, name)
  await mkdir(folder)
  const numbers: [Name, number][] = []
  for (const each of Object.keys(frontends) as Name[]) numbers.push([each, await freePort()])
  const tls = site.http2 ? `ssl crt ${site.certificates.good.file} alpn h2` : ''
  const blocks = numbers.map(
    ([each, port]) => `
frontend ${each}
  bind 127.0.0.1:${port} ${tls}
  ${frontends[each]}`,
  )
  const config = `
global
  maxconn 2000
  hard-stop-after 50ms
defaults
  mode http
  timeout connect 200
  timeout client 5s
  timeout server 400
  timeout http-keep-alive 5s
${blocks.join('\n')}
backend service
  http-reuse always
  server one 127.0.0.1:${backend.port}
backend nobody
  server one 127.0.0.1:${await freePort()}
`
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  // As a master with workers, which it replaces when it is told to.
  const started = start(path ?? 'haproxy', '-W', '-f', file)
  const ports = Object.fromEntries(numbers) as Record<Name, number>
  await listens(ports.plain, started)
  return { started, ports }
}

/** HAProxy as a reverse proxy; over HTTP/2 it refuses a stream where over HTTP/1.1 it closes the connection. */
export const haproxy: Family = {
  name: 'HAProxy',
  speaks: { http1: true, http2: true },
  program: { name: 'haproxy', path },
  start: async (site) => {
    const backend = await startBackend(site.ledger)
    const [steady, reloaded] = await Promise.all(
      ['steady', 'reloaded'].map((name) => run(name, backend, site)),
    )
    if (!steady || !reloaded) throw new Error('HAProxy did not start')
    const url = ({ ports }: HAProxy, name: Name, behaviour: string): string =>
      `${site.http2 ? 'https' : 'http'}://127.0.0.1:${ports[name]}/${behaviour}`
    const behind = (behaviour: string, weight: number): Situation => ({
      name: behaviour,
      url: url(steady, 'plain', behaviour),
      weight,
    })
    const reloading = every(500, () => process.kill(reloaded.started.pid, 'SIGUSR2'))
    return {
      situations: [
        { name: 'keep-alive-timeout', url: url(steady, 'idle', 'ok'), weight: 20, pause: 20 },
        { name: 'closing', url: url(steady, 'closing', 'ok'), weight: 15 },
        { name: 'reload', url: url(reloaded, 'plain', 'ok'), weight: 40, pause: 2 },
        { name: 'limited', url: url(steady, 'limited', 'ok'), weight: 6 },
        { name: 'upstream-away', url: url(steady, 'away', 'ok'), weight: 2 },
        behind('slow', 8),
        behind('reset-before', 10),
        behind('reset-after', 30),
        behind('close-after', 30),
        ...['cut-length', 'cut-chunked', 'cut-chunked-reset', 'close-behind'].map((name) =>
          behind(name, 6),
        ),
        ...['hints', 'hints-cut', 'trailers', 'misdirected', 'conflict', 'busy'].map((name) =>
          behind(name, 5),
        ),
      ],
      stop: async () => {
        reloading()
        backend.stop()
        await Promise.all([steady, reloaded].map(({ started }) => started.stop()))
      },
    }
  },
}
