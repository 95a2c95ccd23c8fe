import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/listen.js'
import { listens, start } from '../support/processes.js'
import { inFolder } from '../support/runs.js'
import { findProgram } from '../support/tools.js'
import type { Act } from './act.js'
import { gatewayHeader } from './act.js'
import { equal } from './check.js'
import type { Context, Method, Row } from './script.js'

/** A gateway has two ports: one passes each request on once, and one repeats what failed. */
type Way = 'once' | 'repeats'
type Ports = Readonly<Record<Way, number>>

interface Gateway {
  readonly program: 'nginx' | 'haproxy'
  readonly name: string
  /** By what it repeats a POST. */
  readonly directive: string
  readonly configure: (service: number, ports: Ports, folder: string) => string
  /** The option that names the file of its configuration. */
  readonly option: '-c' | '-f'
}

const nginx: Gateway = {
  program: 'nginx',
  name: 'nginx',
  directive: 'proxy_next_upstream … non_idempotent',
  configure: (service, { once, repeats }, folder) => `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/pid;
    error_log ${folder}/error.log crit;
    events {}
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((body) => `${body}_temp_path ${folder}/${body};`)
        .join('\n')}
      upstream twice {
        server 127.0.0.1:${service} max_fails=0;
        server 127.0.0.1:${service} max_fails=0;
      }
      proxy_set_header ${gatewayHeader} $request_id;
      proxy_read_timeout 400ms;
      server {
        listen 127.0.0.1:${once};
        location / { proxy_pass http://127.0.0.1:${service}; }
      }
      server {
        listen 127.0.0.1:${repeats};
        proxy_next_upstream error timeout http_503 non_idempotent;
        location / { proxy_pass http://twice; }
      }
    }`,
  option: '-c',
}

const haproxy: Gateway = {
  program: 'haproxy',
  name: 'HAProxy',
  directive: 'retry-on all-retryable-errors',
  configure: (service, { once, repeats }) => `
defaults
  mode http
  timeout connect 10s
  timeout client 5s
  timeout server 400
  unique-id-format %[uuid()]
  unique-id-header ${gatewayHeader}
listen once
  bind 127.0.0.1:${once}
  server one 127.0.0.1:${service}
listen repeats
  bind 127.0.0.1:${repeats}
  retry-on all-retryable-errors
  retries 1
  server one 127.0.0.1:${service}
`,
  option: '-f',
}

const reset: Act = { by: 'reset' }
const refused: Act = { does: 'nothing', status: 422 }

/** How a call ends through a gateway, and how often the service sees it: the client sends a POST once. */
const ends: readonly (readonly [Way, Method, readonly Act[], end: string])[] = [
  ['once', 'POST', [reset], 'ERR_API 502 unknown 1'],
  ['once', 'POST', [{ by: 'silence' }], 'ERR_API 504 unknown 1'],
  ['once', 'PUT', [reset, {}], 'ok 2'],
  ['repeats', 'POST', [reset], 'ERR_API 502 unknown 2'],
  ['repeats', 'POST', [{ by: 'end' }, refused], 'ERR_API 422 rejected 2'],
  ['repeats', 'POST', [{ status: 503, does: 'carries it out' }, refused], 'ERR_API 422 rejected 2'],
  ['repeats', 'POST', [reset, { status: 409 }], 'ERR_API 409 unknown 2'],
  ['repeats', 'POST', [reset, {}], 'ok 2'],
]

async function callThrough(
  { program, configure, option }: Gateway,
  context: Context,
): Promise<void> {
  await inFolder(program, async (folder) => {
    const ports = { once: await freePort(), repeats: await freePort() }
    const file = join(folder, 'config')
    await writeFile(file, configure(Number(new URL(context.control).port), ports, folder))
    const started = start(findProgram(program, `../sbin/${program}`) ?? program, option, file)
    try {
      for (const port of Object.values(ports)) await listens(port, started)
      for (const [way, method, acts, end] of ends) {
        const at = ({ path }: { path: string }) => `http://127.0.0.1:${ports[way]}${path}`
        const making = { method, at, lastCopy: way === 'repeats' }
        equal(await context.endOf(acts, making), end, `${way}, ${method} ${JSON.stringify(acts)}`)
      }
    } finally {
      await started.stop()
    }
  })
}

export const rows: readonly Row[] = [nginx, haproxy].map((gateway) => ({
  fault: `${gateway.name} that is cut off from the service, or repeats (${gateway.directive})`,
  demand: 'POST sent once; 502 or 504 is unknown; rejected or a success describes the last copy',
  needs: gateway.program,
  run: (context) => callThrough(gateway, context),
}))
