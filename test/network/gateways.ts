import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support/listen.js'
import { listens, start } from '../support/processes.js'
import { inFolder } from '../support/runs.js'
import { findProgram } from '../support/tools.js'
import { type Act, gatewayHeader } from './act.js'
import { equal } from './check.js'
import type { Context, Method, Row } from './script.js'

interface Gateway {
  readonly program: 'nginx' | 'haproxy'
  readonly name: string
  /** By what it repeats a POST. */
  readonly directive: string
  readonly configure: (service: number, port: number, folder: string) => string
  /** The option that names the file of its configuration. */
  readonly option: '-c' | '-f'
}

const nginx: Gateway = {
  program: 'nginx',
  name: 'nginx',
  directive: 'proxy_next_upstream … non_idempotent',
  configure: (service, port, folder) => `
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
      proxy_read_timeout 1s;
      server {
        listen 127.0.0.1:${port};
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
  configure: (service, port) => `
defaults
  mode http
  timeout connect 10s
  timeout client 5s
  timeout server 1s
  unique-id-format %[uuid()]
  unique-id-header ${gatewayHeader}
listen repeats
  bind 127.0.0.1:${port}
  retry-on all-retryable-errors
  retries 1
  server one 127.0.0.1:${service}
`,
  option: '-f',
}

const reset: Act = { by: 'reset' }
const refused: Act = { does: 'nothing', status: 422 }

/** How a call ends through a gateway, and how often the service sees it: the client sends a POST once. */
const ends: readonly (readonly [Method, readonly Act[], end: string])[] = [
  ['POST', [reset], 'ERR_API 502 unknown 2'],
  ['POST', [{ by: 'silence' }], 'ERR_API 504 unknown 2'],
  ['POST', [{ by: 'end' }, refused], 'ERR_API 422 rejected 2'],
  ['POST', [{ status: 503, does: 'carries it out' }, refused], 'ERR_API 422 rejected 2'],
  ['POST', [reset, { status: 409 }], 'ERR_API 409 unknown 2'],
  ['POST', [reset, {}], 'ok 2'],
  ['PUT', [reset, reset, {}], 'ok 3'],
]

async function callThrough(
  { program, configure, option }: Gateway,
  context: Context,
): Promise<void> {
  await inFolder(program, async (folder) => {
    const port = await freePort()
    const file = join(folder, 'config')
    await writeFile(file, configure(Number(new URL(context.control).port), port, folder))
    const started = start(findProgram(program, `../sbin/${program}`) ?? program, option, file)
    try {
      await listens(port, started)
      const at = ({ path }: { path: string }) => `http://127.0.0.1:${port}${path}`
      for (const [method, acts, end] of ends) {
        const found = await context.endOf(acts, { method, at, lastCopy: true })
        equal(found, end, `${method} ${JSON.stringify(acts)}`)
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
