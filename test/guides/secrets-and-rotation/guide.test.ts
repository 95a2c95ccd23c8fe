import { generateKeyPairSync, verify } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withKey } from '../../../openapi/guides/examples/secrets-and-rotation/private-key.js'
import { fromFile } from '../../../openapi/guides/examples/secrets-and-rotation/secret-file.js'
import { scratchFolder } from '../../support/scratch-folder.js'

const folder = scratchFolder()
const tokenUrl = 'https://auth.example.com/token'
/** What was asked. */
const asked: URLSearchParams[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    asked.push(new URLSearchParams(await new Response(body).text()))
    const token = { access_token: `t-${asked.length}`, token_type: 'Bearer', expires_in: 600 }
    return Response.json(token)
  })
})
afterEach(() => void vi.unstubAllGlobals())

it('a secret is read from its file for each token', async () => {
  const file = join(folder, 'secret')
  await writeFile(file, 'first-secret\n')
  const source = fromFile(tokenUrl, 'me', file)
  const { value } = await source.getToken()
  await writeFile(file, 'second-secret\n')
  source.dropToken(value)
  await source.getToken()
  const secrets = asked.map((form) => form.get('client_secret'))
  expect(secrets).toEqual(['first-secret', 'second-secret'])
})

it('a key is read from its file, and signs what the server can check', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const file = join(folder, 'key.pem')
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await withKey(tokenUrl, 'me', file, 'k-1').getToken()
  const [head = '', claims = '', signature = ''] =
    asked[0]?.get('client_assertion')?.split('.') ?? []
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect([read(head), read(claims)]).toMatchObject([{ kid: 'k-1' }, { iss: 'me', aud: tokenUrl }])
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true)
})
