import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { every, freePort } from '../../support/processes.js'
import { findProgram } from '../../support/tools.js'
import { type Backend, gatewayHeader, startBackend } from './backend.js'
import type { Family, Site } from './family.js'
import {
  ask,
  behind,
  choosePorts,
  crossing,
  repeating,
  type Running,
  runWith,
} from './reverse-proxy.js'

const path = findProgram('haproxy', '../sbin/haproxy')

/** A frontend for each set of directives. */
const frontends = {
  plain: 'default_backend service',
  idle: 'timeout http-keep-alive 20\n  default_backend service',
  closing: 'option httpclose\n  default_backend service',
  limited: 'http-request deny deny_status 429 if { rand(4) eq 0 }\n  default_backend service',
  away: 'default_backend nobody',
  repeats: 'default_backend again',
  closed: 'default_backend closed',
  crossed: 'default_backend crossed',
} as const
type Name = keyof typeof frontends
const names = Object.keys(frontends) as Name[]

async function run(
  name: string,
  backend: Backend,
  crossed: Backend,
  site: Site,
): Promise<Running<Name>> {
  const ports = await choosePorts(names)
  const folder = join(site.folder, name)
  const page = join(folder, 'closed.http')
  await mkdir(folder, { recursive: true })
  await writeFile(page, 'HTTP/1.1 499 Client Closed\r\nContent-Length: 0\r\n\r\n')
  const tls = site.http2 ? `ssl crt ${site.certificates.good.file} alpn h2` : ''
  const blocks = names.map(
    (each) => `
frontend ${each}
  bind 127.0.0.1:${ports[each]} ${tls}
  ${frontends[each]}`,
  )
  const config = `
global
  maxconn 2000
  hard-stop-after 50ms
  # Or two of them share a port without a word.
  noreuseport
defaults
  mode http
  timeout connect 200
  timeout client 5s
  timeout server 400
  timeout http-keep-alive 5s
  unique-id-format %[uuid()]
  unique-id-header ${gatewayHeader}
${blocks.join('\n')}
backend service
  http-reuse always
  server one 127.0.0.1:${backend.port}
backend again
  # A POST is repeated as well, unless that is switched off by name.
  retry-on all-retryable-errors
  retries 2
  http-reuse always
  server one 127.0.0.1:${backend.port}
backend crossed
  http-reuse always
  server one 127.0.0.1:${crossed.port}
backend closed
  errorfile 502 ${page}
  errorfile 504 ${page}
  server one 127.0.0.1:${backend.port}
backend nobody
  server one 127.0.0.1:${await freePort()}
`
  // As a master with workers, which it replaces when it is told to.
  return runWith(folder, config, ports, (file) => [path ?? 'haproxy', '-W', '-f', file])
}

/** HAProxy as a reverse proxy; over HTTP/2 it refuses a stream where over HTTP/1.1 it closes the connection. */
export const haproxy: Family = {
  name: 'HAProxy',
  speaks: { http1: true, http2: true },
  program: { name: 'haproxy', path },
  start: async (site) => {
    const backend = await startBackend(site.ledger)
    // One of its own: whatever its answers meet, they are successes.
    const crossed = await startBackend(site.ledger)
    const steady = await run('steady', backend, crossed, site)
    const reloaded = await run('reloaded', backend, crossed, site)
    const stopReloading = every(500, () => {
      process.kill(reloaded.started.pid, 'SIGUSR2')
    })
    return {
      situations: [
        { name: 'keep-alive-timeout', url: ask(site, steady, 'idle'), weight: 20, pause: 20 },
        { name: 'closing', url: ask(site, steady, 'closing'), weight: 15 },
        { name: 'reload', url: ask(site, reloaded, 'plain'), weight: 40, pause: 2 },
        { name: 'limited', url: ask(site, steady, 'limited'), weight: 6 },
        { name: 'upstream-away', url: ask(site, steady, 'away'), weight: 2 },
        ...behind(site, steady, {
          slow: 8,
          'reset-before': 10,
          'reset-after': 30,
          'close-after': 30,
          'cut-length': 6,
          'cut-chunked': 6,
          'cut-chunked-reset': 6,
          'close-behind': 6,
          hints: 5,
          'hints-cut': 5,
          trailers: 5,
          misdirected: 5,
          conflict: 5,
          busy: 5,
        }),
        ...Object.entries({ 'reset-after': 8, 'close-after': 8, slow: 4 }).map(
          ([name, weight]) => ({
            name: `closed, ${name}`,
            weight,
            url: ask(site, steady, 'closed', name),
          }),
        ),
        ...repeating(site, steady, 'repeats'),
        crossing(site, steady, 'crossed'),
      ],
      stop: async () => {
        stopReloading()
        backend.stop()
        crossed.stop()
        await Promise.all([steady, reloaded].map(({ started }) => started.stop()))
      },
    }
  },
}
