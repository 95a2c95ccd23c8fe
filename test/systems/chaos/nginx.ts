import { mkdir, readFile, writeFile } from 'node:fs/promises'
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

// Debian puts it where only root looks.
const path = findProgram('nginx', '../sbin/nginx')

/** A server for each set of directives. */
const servers = {
  plain: '',
  requests: 'keepalive_requests 3;',
  idle: 'keepalive_timeout 20ms;',
  limited: 'limit_req zone=all burst=2 nodelay; limit_req_status 429;',
  away: '',
  // What the manuals show: a static page, which a POST cannot be sent to, so it is answered 405.
  sorry: 'proxy_intercept_errors on; error_page 500 502 503 504 = @sorry;',
  dependency: 'error_page 500 502 503 504 = @dependency;',
  repeats: 'proxy_next_upstream error timeout http_502 http_503 http_504 non_idempotent;',
  crossed: '',
} as const
type Name = keyof typeof servers
const names = Object.keys(servers) as Name[]

async function run(
  name: string,
  backend: Backend,
  crossed: Backend,
  site: Site,
): Promise<Running<Name>> {
  const folder = join(site.folder, name)
  const ports = await choosePorts(names)
  const nobody = await freePort()
  const upstreams: Partial<Record<Name, string>> = {
    away: `127.0.0.1:${nobody}`,
    repeats: 'twice',
    crossed: 'crossed',
  }
  const { file } = site.certificates.good
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'sorry.html'), 'We are sorry.')
  const tls = site.http2 ? `ssl http2; ssl_certificate ${file}; ssl_certificate_key ${file}` : ''
  const blocks = names.map(
    (each) => `server {
      listen 127.0.0.1:${ports[each]} ${tls};
      ${servers[each]}
      location / { proxy_pass http://${upstreams[each] ?? 'backend'}; }
      location @sorry { root ${folder}; try_files /sorry.html =503; }
      location @dependency { return 424; }
    }`,
  )
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 2;
    worker_shutdown_timeout 50ms;
    pid ${folder}/pid;
    error_log ${folder}/error.log crit;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${bodies.map((body) => `${body}_temp_path ${folder}/${body};`).join('\n')}
      limit_req_zone $server_name zone=all:1m rate=20r/s;
      upstream backend { server 127.0.0.1:${backend.port}; keepalive 8; }
      upstream crossed { server 127.0.0.1:${crossed.port}; keepalive 8; }
      upstream twice {
        server 127.0.0.1:${backend.port} max_fails=0;
        server 127.0.0.1:${backend.port} max_fails=0;
        keepalive 8;
      }
      proxy_set_header ${gatewayHeader} $request_id;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_read_timeout 400ms;
      ${blocks.join('\n')}
    }`
  return runWith(folder, config, ports, (config) => [path ?? 'nginx', '-p', folder, '-c', config])
}

/** The processes that a process started. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

/** nginx as a reverse proxy. */
export const nginx: Family = {
  name: 'nginx',
  speaks: { http1: true, http2: true },
  program: { name: 'nginx', path },
  start: async (site) => {
    const backend = await startBackend(site.ledger)
    // One of its own: whatever its answers meet, they are successes.
    const crossed = await startBackend(site.ledger)
    const steady = await run('steady', backend, crossed, site)
    const reloaded = await run('reloaded', backend, crossed, site)
    const killed = await run('killed', backend, crossed, site)
    const stopReloading = every(150, () => {
      process.kill(reloaded.started.pid, 'SIGHUP')
    })
    const stopKilling = every(100, async () => {
      const [worker] = await childrenOf(killed.started.pid)
      if (worker !== undefined) process.kill(worker, 'SIGKILL')
    })
    return {
      situations: [
        { name: 'keep-alive-requests', url: ask(site, steady, 'requests'), weight: 25 },
        { name: 'keep-alive-timeout', url: ask(site, steady, 'idle'), weight: 20, pause: 20 },
        { name: 'reload', url: ask(site, reloaded, 'plain'), weight: 40, pause: 2 },
        { name: 'workers-killed', url: ask(site, killed, 'plain'), weight: 25, pause: 2 },
        { name: 'limited', url: ask(site, steady, 'limited'), weight: 3 },
        { name: 'upstream-away', url: ask(site, steady, 'away'), weight: 2 },
        ...behind(site, steady, {
          slow: 8,
          'reset-before': 10,
          'reset-after': 20,
          'close-after': 10,
          'cut-length': 6,
          'cut-chunked': 6,
          'cut-chunked-reset': 6,
          'close-behind': 6,
          // nginx 1.22 knows no 103, and takes it for the answer.
          hints: 5,
          trailers: 5,
          misdirected: 5,
          conflict: 5,
          busy: 5,
          unavailable: 5,
        }),
        ...Object.entries({ 'reset-after': 8, 'close-after': 8, slow: 4, unavailable: 8 }).flatMap(
          ([name, weight]) =>
            (['sorry', 'dependency'] as const).map((server) => ({
              name: `${server}, ${name}`,
              weight,
              url: ask(site, steady, server, name),
            })),
        ),
        ...repeating(site, steady, 'repeats'),
        crossing(site, steady, 'crossed'),
      ],
      stop: async () => {
        stopReloading()
        stopKilling()
        backend.stop()
        crossed.stop()
        await Promise.all([steady, reloaded, killed].map(({ started }) => started.stop()))
      },
    }
  },
}
