import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gatewayHeader } from '../../far-side/server.js'
import { findProgram } from '../../support/tools.js'
import { type Place, reverseProxy } from './reverse-proxy.js'

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

async function configure(place: Place<Name>): Promise<string> {
  const { folder, ports, backend, crossed, nobody } = place
  const page = join(folder, 'closed.http')
  await writeFile(page, 'HTTP/1.1 499 Client Closed\r\nContent-Length: 0\r\n\r\n')
  const tls = place.http2 ? `ssl crt ${place.certificates.good.file} alpn h2` : ''
  const blocks = names.map(
    (each) => `
frontend ${each}
  bind 127.0.0.1:${ports[each]} ${tls}
  ${frontends[each]}`,
  )
  return `
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
  server one 127.0.0.1:${backend}
backend again
  # A POST is repeated as well, unless that is switched off by name.
  retry-on all-retryable-errors
  retries 2
  http-reuse always
  server one 127.0.0.1:${backend}
backend crossed
  http-reuse always
  server one 127.0.0.1:${crossed}
backend closed
  errorfile 502 ${page}
  errorfile 504 ${page}
  server one 127.0.0.1:${backend}
backend nobody
  server one 127.0.0.1:${nobody}
`
}

/** HAProxy as a reverse proxy; over HTTP/2 it refuses a stream where over HTTP/1.1 it closes the connection. */
export const haproxy = reverseProxy({
  name: 'HAProxy',
  program: { name: 'haproxy', path },
  servers: names,
  file: 'config',
  configure,
  // As a master with workers, which it replaces when it is told to.
  command: (file) => [path ?? 'haproxy', '-W', '-f', file],
  situations: async (putUp) => {
    const steady = await putUp('steady')
    const reloaded = (await putUp('reloaded')).every(500, (pid) => {
      process.kill(pid, 'SIGUSR2')
    })
    const failing = { reset: 8, close: 8, late: 4 }
    return [
      { name: 'keep-alive-timeout', url: steady.ask('idle'), weight: 20, pause: 20 },
      { name: 'closing', url: steady.ask('closing'), weight: 15 },
      { name: 'reload', url: reloaded.ask('plain'), weight: 40, pause: 2 },
      { name: 'limited', url: steady.ask('limited'), weight: 6 },
      { name: 'upstream-away', url: steady.ask('away'), weight: 2 },
      ...steady.behindAll('plain', { reset: 30, close: 30 }),
      ...steady.behind('closed', failing, { title: 'closed, ' }),
      ...steady.repeating('repeats'),
      ...steady.crossing('crossed'),
    ]
  },
})
