import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../support/tools.js'
import { type Backend, startBackend } from './backend.js'
import type { Family, Site } from './family.js'
import type { Situation } from './plan.js'
import { type Started, every, freePort, listens, start } from './processes.js'

// Debian puts it where only root looks.
const path = findProgram('nginx', '../sbin/nginx')

/** A port for each set of directives. */
const servers = {
  plain: '',
  requests: 'keepalive_requests 3;',
  idle: 'keepalive_timeout 20ms;',
  limited: 'limit_req zone=all burst=2 nodelay; limit_req_status 429;',
  away: '',
} as const
type Name = keyof typeof servers

interface Nginx {
  readonly started: Started
  readonly ports: Readonly<Record<Name, number>>
}

async function run(name: string, backend: Backend, site: Site): Promise<Nginx> {
  const folder = join(site.folder, name)
  await mkdir(folder)
  const names = Object.keys(servers) as Name[]
  const numbers: [Name, number][] = []
  for (const each of names) numbers.push([each, await freePort()])
  const nobody = await freePort()
  const { file } = site.certificates.good
  const listener = site.http2
    ? `ssl http2; ssl_certificate ${file}; ssl_certificate_key ${file}`
    : ''
  const blocks = numbers.map(
    ([each, port]) => `server {
      listen 127.0.0.1:${port} ${listener};
      ${servers[each]}
      location / { proxy_pass http://${each === 'away' ? `127.0.0.1:${nobody}` : 'backend'}; }
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
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_read_timeout 400ms;
      ${blocks.join('\n')}
    }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const started = start(path ?? 'nginx', '-p', folder, '-c', join(folder, 'nginx.conf'))
  const ports = Object.fromEntries(numbers) as Record<Name, number>
  await listens(ports.plain, started)
  return { started, ports }
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
    const [steady, reloaded, killed] = await Promise.all(
      ['steady', 'reloaded', 'killed'].map((name) => run(name, backend, site)),
    )
    if (!steady || !reloaded || !killed) throw new Error('nginx did not start')
    const url = ({ ports }: Nginx, name: Name, behaviour: string): string =>
      `${site.http2 ? 'https' : 'http'}://127.0.0.1:${ports[name]}/${behaviour}`
    const behind = (behaviour: string, weight: number): Situation => ({
      name: behaviour,
      url: url(steady, 'plain', behaviour),
      weight,
    })
    const reloading = every(150, () => process.kill(reloaded.started.pid, 'SIGHUP'))
    const killing = every(100, () => {
      void childrenOf(killed.started.pid).then(([worker]) => {
        if (worker !== undefined) process.kill(worker, 'SIGKILL')
      })
    })
    return {
      situations: [
        { name: 'keep-alive-requests', url: url(steady, 'requests', 'ok'), weight: 25 },
        { name: 'keep-alive-timeout', url: url(steady, 'idle', 'ok'), weight: 20, pause: 20 },
        { name: 'reload', url: url(reloaded, 'plain', 'ok'), weight: 40, pause: 2 },
        { name: 'workers-killed', url: url(killed, 'plain', 'ok'), weight: 25, pause: 2 },
        { name: 'limited', url: url(steady, 'limited', 'ok'), weight: 3 },
        { name: 'upstream-away', url: url(steady, 'away', 'ok'), weight: 2 },
        behind('slow', 8),
        behind('reset-before', 10),
        behind('reset-after', 20),
        behind('close-after', 10),
        ...['cut-length', 'cut-chunked', 'cut-chunked-reset', 'close-behind'].map((name) =>
          behind(name, 6),
        ),
        ...['hints', 'trailers', 'misdirected', 'conflict', 'busy', 'unavailable'].map((name) =>
          behind(name, 5),
        ),
      ],
      stop: async () => {
        reloading()
        killing()
        backend.stop()
        await Promise.all([steady, reloaded, killed].map(({ started }) => started.stop()))
      },
    }
  },
}
