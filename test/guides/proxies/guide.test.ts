import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Client } from 'stablecoin-issuer-api'
import {
  type Files,
  insideAndOutside,
  type Place,
  throughProxy,
  throughProxyOverFetch,
  throughProxyWithCertificate,
  withAuthority,
  withCertificate,
} from '../../../openapi/guides/examples/proxies/clients.js'
import { makeCertificates } from '../../support/certificates.js'
import { quote } from '../../support/examples.js'
import { scratchFolder } from '../../support/scratch-folder.js'
import { findProgram, toolsAreRequired } from '../../support/tools.js'
import { type Host, startHost, startProxy } from './hosts.js'

const isPossible = findProgram('openssl') !== undefined || toolsAreRequired

const folder = scratchFolder()
let files: Files
let proxy: Awaited<ReturnType<typeof startProxy>>
/** Without TLS, with a certificate of a private CA, and one that asks for a certificate as well. */
let plain: Host, secured: Host, demanding: Host

beforeAll(async () => {
  if (!isPossible) return
  const { good, authority } = await makeCertificates(folder)
  files = { ca: authority, cert: join(folder, 'mine.pem'), key: join(folder, 'mine.key') }
  await Promise.all([writeFile(files.cert, good.cert), writeFile(files.key, good.key)])
  const { cert, key } = good
  const ca = await readFile(authority, 'utf8')
  plain = await startHost()
  secured = await startHost({ cert, key })
  demanding = await startHost({ cert, key, requestCert: true, rejectUnauthorized: true, ca })
  proxy = await startProxy()
})
afterAll(() => {
  if (isPossible) for (const each of [plain, secured, demanding, proxy]) each.stop()
})
beforeEach(({ skip }) => {
  skip(!isPossible, 'openssl is not on this machine')
  for (const { came } of [plain, secured, demanding]) came.length = 0
  proxy.asked.length = 0
})

const at = (host: Host, tokens: Host = host): Place => ({
  baseUrl: host.url,
  credentials: { tokenUrl: `${tokens.url}/token`, clientId: 'me', clientSecret: 's3cret-1' },
})

/** How a request has to come: at which hosts, through a tunnel to which, and by whose certificate. */
interface Way {
  readonly token: Host
  readonly call: Host
  readonly tunnel?: Host
  readonly by?: string
}

it.each<[string, () => Client, () => Way]>([
  [
    'through the proxy of the client',
    () => throughProxy(at(plain), proxy.url),
    () => ({ token: plain, call: plain, tunnel: plain }),
  ],
  [
    'through the proxy of a fetch',
    () => throughProxyOverFetch(at(plain), proxy.url),
    () => ({ token: plain, call: plain, tunnel: plain }),
  ],
  [
    'to hosts of a private CA',
    () => withAuthority(at(secured), files.ca),
    () => ({ token: secured, call: secured }),
  ],
  [
    'with the certificate of the client',
    () => withCertificate(at(demanding), files),
    () => ({ token: demanding, call: demanding, by: 'good' }),
  ],
  [
    'with it through a proxy, to hosts of a private CA',
    () => throughProxyWithCertificate(at(demanding), files, proxy.url),
    () => ({ token: demanding, call: demanding, tunnel: demanding, by: 'good' }),
  ],
  [
    'different ways: tokens past the proxy, to a host of a private CA',
    () => insideAndOutside(at(plain, secured), files.ca, proxy.url),
    () => ({ token: secured, call: plain, tunnel: plain }),
  ],
])('tokens and calls go %s', async (_, make, wayOf) => {
  await make().createIssuerQuote(quote)
  const way = wayOf()
  expect(way.token.came).toContainEqual({ path: '/token', by: way.by })
  expect(way.call.came).toContainEqual({ path: '/v2/issuer-quote', by: way.by })
  const tunnels = way.tunnel === undefined ? [] : [`127.0.0.1:${way.tunnel.port}`]
  expect([...new Set(proxy.asked)]).toEqual(tunnels)
})
