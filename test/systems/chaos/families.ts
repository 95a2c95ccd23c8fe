import { connectProxy } from './connect-proxy.js'
import { envoy } from './envoy.js'
import type { Family } from './family.js'
import { haproxy } from './haproxy.js'
import { nginx } from './nginx.js'

export const families: readonly Family[] = [nginx, haproxy, envoy, connectProxy]
