import { brokenServer } from './broken-server.js'
import { brokenStreams } from './broken-streams.js'
import { connectProxy } from './connect-proxy.js'
import { envoy } from './envoy.js'
import type { Family } from './family.js'
import { haproxy } from './haproxy.js'
import { nginx } from './nginx.js'
import { tls } from './tls.js'

export const families: readonly Family[] = [
  nginx,
  haproxy,
  envoy,
  brokenServer,
  brokenStreams,
  connectProxy,
  tls,
]
