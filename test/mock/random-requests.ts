import { connect } from 'node:net'
import type { Example } from '../../scripts/lib/examples.js'
import type { Random } from '../systems/simulation/random.js'

const strange = [
  '',
  '\u0000',
  '\u20ac',
  '\ud800',
  '__proto__',
  'constructor',
  '%',
  '../..',
  '\r\n',
  '"',
  '{',
  '𝔘',
]
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/vnd.x+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  ';;;',
  '',
]
const fields = [
  'accept',
  'prefer',
  'expect',
  'content-encoding',
  'transfer-encoding',
  'x-a',
  'cookie',
  'range',
]
const values = [
  '*/*',
  'code=500',
  'example=nope',
  'dynamic=true',
  'gzip',
  'chunked',
  '100-continue',
  'a, b;q=0',
  '\u00ff',
]

/** A value of JSON, most of them of some size. */
function anything(random: Random, depth = 3): unknown {
  const kind = random.below(depth === 0 ? 5 : 7)
  if (kind === 0) return random.pick(strange)
  if (kind === 1) return random.between(-1e9, 1e9)
  if (kind === 2) return random.chance(0.5)
  if (kind === 3) return null
  if (kind === 4) return random.pick(strange).repeat(random.below(200))
  const members = Array.from({ length: random.below(5) }, () => anything(random, depth - 1))
  return kind === 5
    ? members
    : Object.fromEntries(
        members.map((member) => [random.pick(strange) + String(random.below(3)), member]),
      )
}

/** An example's body with a few of its members changed, or something else altogether. */
function bodyFor(random: Random, { body = {} }: Example): string {
  if (random.chance(0.1)) return '['.repeat(random.below(20_000))
  if (random.chance(0.1)) return JSON.stringify(anything(random))
  const changed: Record<string, unknown> = { ...body }
  for (const name of Object.keys(changed)) if (random.chance(0.15)) changed[name] = anything(random)
  if (random.chance(0.2)) changed[random.pick(strange)] = anything(random)
  const text = JSON.stringify(changed)
  return random.chance(0.05) ? text.slice(0, random.below(text.length)) : text
}

/** The bytes of one request that may or may not be HTTP. */
export function randomRequest(random: Random, examples: readonly Example[], token: string): Buffer {
  if (random.chance(0.03)) return Buffer.from(Array.from({ length: 200 }, () => random.below(256)))
  const example = random.pick(examples)
  const paths: [number, string][] = [
    [20, example.url],
    [
      2,
      `${example.url}?${encodeURIComponent(random.pick(strange.filter((text) => text !== '\ud800')))}=${random.pick(['1', '%zz', '%00'])}`,
    ],
    [1, `${example.url}?__server=${random.pick(['x', 'http://a'])}`],
    [2, '/oauth2/token'],
    [1, '/mock/next'],
    [1, '/healthz'],
    [
      1,
      random.pick([
        '/',
        '*',
        '/%',
        '//',
        '/v2/',
        'http://other.example/v2/issuer-quote',
        `/${'a'.repeat(9_000)}`,
      ]),
    ],
  ]
  const path = random.weighted(paths)
  const method = random.weighted([
    [20, example.method],
    [
      2,
      random.pick([
        'GET',
        'HEAD',
        'OPTIONS',
        'DELETE',
        'PATCH',
        'TRACE',
        'PUT',
        'POST',
        'PROPFIND',
        'get',
      ]),
    ],
  ])
  const grant = 'grant_type=client_credentials&client_id=mock-client&client_secret=mock-secret'
  const body = path === '/oauth2/token' && random.chance(0.7) ? grant : bodyFor(random, example)
  const bytes = Buffer.from(body)
  const type = random.weighted([
    [10, 'application/json'],
    [3, random.pick(types)],
  ])
  const length = random.chance(0.03) ? random.below(9) : bytes.length
  const authorization = random.weighted([
    [20, `Bearer ${token}`],
    [
      1,
      random.pick([
        '',
        'Bearer',
        'Basic !!!',
        'Basic bW9jay1jbGllbnQ6bW9jay1zZWNyZXQ=',
        `Bearer ${'x'.repeat(5_000)}`,
      ]),
    ],
  ])
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: mock',
    'Connection: close',
    `Authorization: ${authorization}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...(random.chance(0.2) ? [`${random.pick(fields)}: ${random.pick(values)}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

/** Sends bytes, and gives the status of what comes back; undefined where nothing does. */
export function sendBytes(url: string, bytes: Buffer): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('latin1').on('data', (part: string) => (text += part))
    // Half a request is never answered: the mock waits for the rest.
    socket.setTimeout(500, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      resolve(status === undefined ? undefined : Number(status))
    })
  })
}
