import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gatewayHeader } from '../../far-side/server.js'
import { findProgram } from '../../support/tools.js'
import { type Place, reverseProxy } from './reverse-proxy.js'

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

async function configure(place: Place<Name>): Promise<string> {
  const { folder, ports, backend, crossed, nobody } = place
  const upstreams: Partial<Record<Name, string>> = {
    away: `127.0.0.1:${nobody}`,
    repeats: 'twice',
    crossed: 'crossed',
  }
  const { file } = place.certificates.good
  await writeFile(join(folder, 'sorry.html'), 'We are sorry.')
  const tls = place.http2 ? `ssl http2; ssl_certificate ${file}; ssl_certificate_key ${file}` : ''
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
  return `
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
      upstream backend { server 127.0.0.1:${backend}; keepalive 8; }
      upstream crossed { server 127.0.0.1:${crossed}; keepalive 8; }
      upstream twice {
        server 127.0.0.1:${backend} max_fails=0;
        server 127.0.0.1:${backend} max_fails=0;
        keepalive 8;
      }
      proxy_set_header ${gatewayHeader} $request_id;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_read_timeout 400ms;
      ${blocks.join('\n')}
    }`
}

/** The processes that a process started. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

export const nginx = reverseProxy({
  name: 'nginx',
  program: { name: 'nginx', path },
  servers: names,
  file: 'config',
  configure,
  command: (file, folder) => [path ?? 'nginx', '-p', folder, '-c', file],
  situations: async (putUp) => {
    const steady = await putUp('steady')
    const reloaded = (await putUp('reloaded')).every(150, (pid) => {
      process.kill(pid, 'SIGHUP')
    })
    const killed = (await putUp('killed')).every(100, async (pid) => {
      const [worker] = await childrenOf(pid)
      if (worker !== undefined) process.kill(worker, 'SIGKILL')
    })
    const failing = { reset: 8, close: 8, late: 4, '503 HTML': 8 }
    return [
      { name: 'keep-alive-requests', url: steady.ask('requests'), weight: 25 },
      { name: 'keep-alive-timeout', url: steady.ask('idle'), weight: 20, pause: 20 },
      { name: 'reload', url: reloaded.ask('plain'), weight: 40, pause: 2 },
      { name: 'workers-killed', url: killed.ask('plain'), weight: 25, pause: 2 },
      { name: 'limited', url: steady.ask('limited'), weight: 3 },
      { name: 'upstream-away', url: steady.ask('away'), weight: 2 },
      // nginx 1.22 knows no 103, and takes it for the answer.
      ...steady.behindAll('plain', { reset: 20, close: 10 }),
      ...steady.behind('sorry', failing, { title: 'sorry, ' }),
      ...steady.behind('dependency', failing, { title: 'dependency, ' }),
      ...steady.repeating('repeats'),
      ...steady.crossing('crossed'),
    ]
  },
})
