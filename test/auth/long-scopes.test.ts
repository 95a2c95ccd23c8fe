import { expect, it } from 'vitest'
import { type MissingScopeError } from '../../src/index.js'
import { clientCredentials, createClient } from '../support/parcels/client.js'

const granting = (answer: object, status = 200) =>
  clientCredentials({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'client-1',
    clientSecret: 's3cret-123',
    transport: () =>
      Promise.resolve({
        status,
        headers: new Headers(),
        read: () => ({ bytes: new TextEncoder().encode(JSON.stringify(answer)) }),
      }),
  })

it('an error names a few of a million scopes', async () => {
  const scope = 'a '.repeat(1_000_000)
  const auth = granting({ access_token: 'token-1234', token_type: 'Bearer', scope })
  const client = createClient({ baseUrl: 'https://api.example.com', auth })
  const call = client.putShelf({ id: 'a' })
  const error = (await call.catch((reason: unknown) => reason)) as MissingScopeError
  expect(error.code).toBe('ERR_MISSING_SCOPE')
  expect(error.message.length).toBeLessThan(2_000)
  expect(error.message).toContain('name it in scopes')
})

it('an error says nothing of a token endpoint that would turn the direction of a line', async () => {
  const auth = granting({ error: 'invalid_client', error_description: 'a\u202eb\u2028c' }, 401)
  const error = (await auth.getToken().catch((reason: unknown) => reason)) as Error
  expect(error.message).toContain('a\\u202eb\\u2028c')
})
