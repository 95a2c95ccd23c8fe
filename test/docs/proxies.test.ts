import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ProxyAgent } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Client, clientCredentials, createClient } from '../../src/index.js'
import { undiciTransport } from '../../src/undici.js'
import {
  type Files,
  insideAndOutside,
  type Place,
  throughProxy,
  throughProxyOverFetch,
  throughProxyWithCertificate,
  withAuthority,
  withCertificate,
} from '../../openapi/guides/examples/proxies/clients.js'
import { type Certificates, makeCertificates } from '../support/certificates.js'
import { scratchFolder } from '../support/scratch-folder.js'
import { quote } from '../support/scripted.js'
import { type Host, startHost, startProxy } from '../support/token-hosts.js'
import { findProgram, toolsAreRequired } from '../support/tools.js'

const isPossible = findProgram('openssl') !== undefined || toolsAreRequired

const folder = scratchFolder()
let files: Files
let certificates: Certificates
let ca: string
let proxy: Awaited<ReturnType<typeof startProxy>>
/** Without TLS, with the certificate of the authority, and one that asks for a certificate. */
let plain: Host, secured: Host, demanding: Host

beforeAll(async () => {
  if (!isPossible) return
  certificates = await makeCertificates(folder)
  const { good, authority } = certificates
  ca = await readFile(authority, 'utf8')
  files = { ca: authority, cert: join(folder, 'mine.pem'), key: join(folder, 'mine.key') }
  await Promise.all([writeFile(files.cert, good.cert), writeFile(files.key, good.key)])
  const { cert, key } = good
  plain = await startHost()
  secured = await startHost({ cert, key })
  demanding = await startHost({ cert, key, requestCert: true, rejectUnauthorized: true, ca })
  proxy = await startProxy()
})
afterAll(() => {
  if (!isPossible) return
  for (const each of [plain, secured, demanding, proxy]) each.stop()
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
const call = (client: Client): Promise<unknown> => client.createIssuerQuote(quote)
const both = [{ path: '/token' }, { path: '/v2/issuer-quote' }]

it('tokens and calls go through the proxy of the client', async () => {
  await call(throughProxy(at(plain), proxy.url))
  const host = `127.0.0.1:${plain.port}`
  expect([plain.came, new Set(proxy.asked)]).toMatchObject([both, new Set([host])])
})

it('tokens and calls go through the proxy of a fetch', async () => {
  await call(throughProxyOverFetch(at(plain), proxy.url))
  expect(plain.came).toMatchObject(both)
  expect(proxy.asked.length).toBeGreaterThan(0)
})

it('tokens and calls trust the authority of the client', async () => {
  await call(withAuthority(at(secured), files.ca))
  expect(secured.came).toMatchObject(both)
})

it('tokens and calls trust nobody else', async () => {
  const { baseUrl, credentials } = at(secured)
  const auth = clientCredentials(credentials)
  const client = createClient({ baseUrl, auth, transport: undiciTransport(), maxRetries: 0 })
  await expect(call(client)).rejects.toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'not_sent',
    message: expect.stringMatching(
      /could not be reached \((UNABLE_TO|SELF_SIGNED)_\w+; for a private CA see openapi\/guides\/proxies\.md\)/,
    ) as string,
  })
  expect(secured.came).toEqual([])
})

it('tokens and calls show the certificate of the client', async () => {
  await call(withCertificate(at(demanding), files))
  expect(demanding.came).toEqual(both.map((each) => ({ ...each, by: 'good' })))
})

it('tokens and calls show the certificate through a proxy, to hosts of a private CA', async () => {
  await call(throughProxyWithCertificate(at(demanding), files, proxy.url))
  expect(demanding.came).toEqual(both.map((each) => ({ ...each, by: 'good' })))
  expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${demanding.port}`]))
})

it.each([
  ['undiciTransport()', throughProxy],
  ['a fetch', throughProxyOverFetch],
])('tokens and calls tell that a proxy asks for a password, over %s', async (_, make) => {
  const asking = createServer().on('connect', (__, socket) => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
  })
  await once(asking.listen(0, '127.0.0.1'), 'listening')
  const { port } = asking.address() as AddressInfo
  await expect(call(make(at(plain), `http://127.0.0.1:${port}`))).rejects.toMatchObject({
    outcome: 'not_sent',
    message: expect.stringContaining('the proxy answered 407') as string,
  })
  asking.close()
  expect(plain.came).toEqual([])
})

it('tokens and calls are refused without it', async () => {
  await expect(call(withAuthority(at(demanding), files.ca))).rejects.toMatchObject({
    code: 'ERR_AUTHENTICATION',
    outcome: 'not_sent',
  })
  expect(demanding.came).toEqual([])
})

it('tokens and calls go different ways: tokens past the proxy, to a host of another authority', async () => {
  await call(insideAndOutside(at(plain, secured), files.ca, proxy.url))
  expect([secured.came, plain.came]).toMatchObject([[both[0]], [both[1]]])
  expect(new Set(proxy.asked)).toEqual(new Set([`127.0.0.1:${plain.port}`]))
})

it('tokens and calls go different ways: tokens alone through a proxy', async () => {
  const { credentials } = at(plain)
  const transport = undiciTransport({ dispatcher: new ProxyAgent(proxy.url) })
  const auth = clientCredentials({ ...credentials, transport })
  await call(createClient({ baseUrl: plain.url, auth }))
  expect([plain.came, proxy.asked.length]).toMatchObject([both, 1])
})

it('tokens and calls go different ways: tokens alone with a certificate', async () => {
  const { credentials } = at(plain, demanding)
  const { cert, key } = certificates.good
  const transport = undiciTransport({ connect: { ca, cert, key } })
  const auth = clientCredentials({ ...credentials, transport })
  await call(createClient({ baseUrl: plain.url, auth }))
  expect([demanding.came, plain.came]).toMatchObject([[{ path: '/token', by: 'good' }], [both[1]]])
})
