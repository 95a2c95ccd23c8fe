import { join } from 'node:path'
import { findProgram } from '../../support/tools.js'
import { virtualEnvironment } from '../languages/cache.js'
import { type Place, reverseProxy } from './reverse-proxy.js'

// Envoy itself comes as a Python package.
const path = findProgram('python3')
const types = 'type.googleapis.com/envoy.extensions'

/** A listener for each set of routes. */
const routes = {
  plain: {},
  crossed: {},
  // What a mesh does unless it is told otherwise.
  repeats: {
    retry_on: '5xx,reset,connect-failure,refused-stream',
    num_retries: 2,
    retry_back_off: { base_interval: '0.005s', max_interval: '0.01s' },
  },
} as const
type Name = keyof typeof routes
const names = Object.keys(routes) as Name[]

function listener(name: Name, { http2, certificates, ports }: Place<Name>): object {
  const { good } = certificates
  const secrets = {
    alpn_protocols: ['h2'],
    tls_certificates: [
      { certificate_chain: { filename: good.file }, private_key: { filename: good.file } },
    ],
  }
  const tls = {
    name: 'tls',
    typed_config: {
      '@type': `${types}.transport_sockets.tls.v3.DownstreamTlsContext`,
      common_tls_context: secrets,
    },
  }
  const cluster = name === 'crossed' ? name : 'service'
  const route = { cluster, timeout: '0.4s', retry_policy: routes[name] }
  const manager = {
    '@type': `${types}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: name,
    codec_type: 'AUTO',
    route_config: {
      virtual_hosts: [{ name, domains: ['*'], routes: [{ match: { prefix: '/' }, route }] }],
    },
    http_filters: [
      { name: 'router', typed_config: { '@type': `${types}.filters.http.router.v3.Router` } },
    ],
  }
  return {
    name,
    address: addressOf(ports[name]),
    // Or two of them share a port without a word.
    enable_reuse_port: false,
    filter_chains: [
      {
        filters: [{ name: 'http', typed_config: manager }],
        ...(http2 ? { transport_socket: tls } : {}),
      },
    ],
  }
}

function cluster(name: string, port: number): object {
  const lb_endpoints = [{ endpoint: { address: addressOf(port) } }]
  const load_assignment = { cluster_name: name, endpoints: [{ lb_endpoints }] }
  return { name, connect_timeout: '0.2s', load_assignment }
}

const addressOf = (port: number): object => ({
  socket_address: { address: '127.0.0.1', port_value: port },
})

/** Envoy as the gateway of a mesh. It gives each request an id, the same for all copies. */
export const envoy = reverseProxy({
  name: 'Envoy',
  program: { name: 'python3', path },
  servers: names,
  // JSON is YAML too, and Envoy goes by the name.
  file: 'config.yaml',
  configure: (place) =>
    JSON.stringify({
      static_resources: {
        listeners: names.map((name) => listener(name, place)),
        clusters: [cluster('service', place.backend), cluster('crossed', place.crossed)],
      },
    }),
  command: async (file) => [
    join(await virtualEnvironment(new URL('envoy.txt', import.meta.url).href), 'envoy'),
    ...['--config-path', file, '--concurrency', '2', '--disable-hot-restart'],
    ...['--log-level', 'error'],
  ],
  situations: async (putUp) => {
    const running = await putUp('envoy')
    return [
      ...running.behindAll('plain', { reset: 20, close: 20 }),
      { name: 'steady', url: running.ask('plain'), weight: 5 },
      ...running.repeating('repeats'),
      ...running.crossing('crossed'),
    ]
  },
})
