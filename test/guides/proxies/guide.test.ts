import { readFile } from 'node:fs/promises'
import { type TlsOptions, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, clientCredentials, createClient } from 'stablecoin-issuer-api'
import type { UndiciTransport } from 'stablecoin-issuer-api/undici'
import {
  type Files,
  type Place,
  throughProxy,
  throughProxyWithCertificate,
  withAuthority,
  withCertificate,
} from '../../../openapi/guides/examples/proxies/clients.js'
import { relay } from '../../network/relay.js'
import { makeCertificates } from '../../support/certificates.js'
import { quote } from '../../support/examples.js'
import { listen, type Listening, serve } from '../../support/listen.js'
import { scratchFolder } from '../../support/scratch-folder.js'

/** What came to hosts and to the proxy: where, what for, and by whose certificate. */
const came = new Set<string>()

/** A token endpoint and a service in one host. */
async function startHost(name: string, tls?: TlsOptions): Promise<Listening> {
  return serve(({ url = '', socket }) => {
    // Without a certificate it gives an object without members.
    const peer = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined
    const by = peer && 'subject' in peer ? ` by ${String(peer.subject.CN)}` : ''
    came.add(`${name}: ${url}${by}`)
    const token = { access_token: 'tok-1', token_type: 'Bearer', expires_in: 600 }
    return url === '/token' ? token : { quote_id: 'q' }
  }, tls)
}

/** A proxy that gives tunnels. */
function startProxy(): Promise<Listening> {
  return listen((client) => {
    client.once('data', (head) => {
      const [, port = ''] = /^CONNECT 127\.0\.0\.1:(\d+) /.exec(String(head)) ?? []
      const [name] = Object.entries(hosts).find(([, host]) => String(host.port) === port) ?? []
      came.add(`tunnel to ${name}`)
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      relay(client, Number(port))
    })
  })
}

const folder = scratchFolder()
let files: Files
let proxy: Listening
/** Without TLS, with a certificate of a private CA, and one that asks for a certificate as well. */
let hosts: Readonly<Record<'plain' | 'secured' | 'demanding', Listening>>

beforeAll(async () => {
  const { good, authority, ...made } = await makeCertificates(folder)
  files = made.files
  const { cert, key } = good
  const ca = await readFile(authority, 'utf8')
  const asking = { cert, key, requestCert: true, rejectUnauthorized: true, ca }
  hosts = {
    plain: await startHost('plain'),
    secured: await startHost('secured', { cert, key }),
    demanding: await startHost('demanding', asking),
  }
  proxy = await startProxy()
})
afterAll(() => {
  for (const each of [...Object.values(hosts), proxy]) each.stop()
})

const at = (name: keyof typeof hosts, tokens = name): Place => {
  const credentials = { clientId: 'me', clientSecret: 's3cret-1' }
  const tokenUrl = `${hosts[tokens].url}/token`
  return { baseUrl: hosts[name].url, credentials: { tokenUrl, ...credentials } }
}

const tunnelled = ['tunnel to plain', 'plain: /token', 'plain: /v2/issuer-quote']
const secured = ['secured: /token', 'secured: /v2/issuer-quote']
const demanding = ['demanding: /token by good', 'demanding: /v2/issuer-quote by good']

/** A client that sends both by one transport. */
const over = (transport: UndiciTransport, { baseUrl, credentials }: Place): Client =>
  createClient({ baseUrl, auth: clientCredentials(credentials), transport })

const withoutSecret = ({ baseUrl, credentials }: Place): Client =>
  createClient({ baseUrl, ...withCertificate(files, credentials) })

/** The token endpoint is past the proxy, as the guide says in a sentence. */
function tokensPastProxy({ baseUrl, credentials }: Place): Client {
  const transport = withAuthority(files.ca)
  const toProxy = throughProxyWithCertificate(files, proxy.url)
  const auth = clientCredentials({ ...credentials, transport })
  return createClient({ baseUrl, auth, transport: toProxy })
}

it.for<[string, () => Client, readonly string[]]>([
  ['through the proxy of the client', () => throughProxy(at('plain'), proxy.url), tunnelled],
  ['to hosts of a private CA', () => over(withAuthority(files.ca), at('secured')), secured],
  ['with the certificate of the client', () => withoutSecret(at('demanding')), demanding],
  [
    'with it through a proxy, to hosts of a private CA',
    () => over(throughProxyWithCertificate(files, proxy.url), at('demanding')),
    ['tunnel to demanding', ...demanding],
  ],
  [
    'different ways: tokens past the proxy, to a host of a private CA',
    () => tokensPastProxy(at('plain', 'secured')),
    ['secured: /token', 'tunnel to plain', 'plain: /v2/issuer-quote'],
  ],
])('tokens and calls go %s', async ([, make, expected]) => {
  came.clear()
  await make().createIssuerQuote(quote)
  expect([...came].toSorted()).toEqual(expected.toSorted())
})
