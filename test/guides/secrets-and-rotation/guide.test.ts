import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withKey } from '../../../openapi/guides/examples/secrets-and-rotation/private-key.js'
import { rawBasic } from '../../../openapi/guides/examples/secrets-and-rotation/raw-basic.js'
import { fromFile } from '../../../openapi/guides/examples/secrets-and-rotation/secret-file.js'
import { clientCredentials } from '../../../src/index.js'
import { listen, type Listening } from '../../support/listen.js'
import { scratchFolder } from '../../support/scratch-folder.js'

const folder = scratchFolder()
let listening: Listening
let tokenUrl: string
/** What was asked. */
const asked: { form: URLSearchParams; authorization: string | undefined }[] = []

const server = createServer((request, response) => {
  void request.toArray().then((parts: Buffer[]) => {
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    asked.push({ form, authorization: request.headers.authorization })
    const body = { access_token: `t-${asked.length}`, token_type: 'Bearer', expires_in: 600 }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
  })
})
beforeAll(async () => {
  listening = await listen(server)
  tokenUrl = `${listening.url}/token`
})
afterAll(() => {
  listening.stop()
})
beforeEach(() => {
  asked.length = 0
})

it('a secret is read from its file for each token', async () => {
  const file = join(folder, 'secret')
  await writeFile(file, 'first-secret\n')
  const source = fromFile(tokenUrl, 'me', file)
  const { value } = await source.getToken()
  await writeFile(file, 'second-secret\n')
  source.dropToken(value)
  await source.getToken()
  expect(asked.map(({ form }) => form.get('client_secret'))).toEqual([
    'first-secret',
    'second-secret',
  ])
})

it('a key is read from its file, and signs what the server can check', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const file = join(folder, 'key.pem')
  await writeFile(file, privateKey)
  await withKey(tokenUrl, 'me', file, 'k-1').getToken()
  const [head = '', claims = '', signature = ''] =
    asked[0]?.form.get('client_assertion')?.split('.') ?? []
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect([read(head), read(claims)]).toMatchObject([{ kid: 'k-1' }, { iss: 'me', aud: tokenUrl }])
  const key = { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
})

it('an id and a secret go raw where a server does not decode', async () => {
  const secret = 'a:b%c+d e&é'
  await clientCredentials({
    tokenUrl,
    clientId: 'me',
    clientAuthentication: rawBasic(secret),
  }).getToken()
  const pair = asked[0]?.authorization?.replace('Basic ', '') ?? ''
  expect(Buffer.from(pair, 'base64').toString()).toBe(`me:${secret}`)
})
