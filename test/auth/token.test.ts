import { afterAll, expect, it } from 'vitest'
import { scopes } from '../../generated/index.js'
import { startMock } from '../../scripts/mock/server.js'
import { clientCredentials, createClient } from '../../src/index.js'
import { quote } from '../support/examples.js'

const [id, secret] = ['quotes', 's3cret-&/%+~']
const granted = ['exchange:write_issuer_quote']
const mock = await startMock({ clients: [{ id, secret, scopes: granted }] })
afterAll(() => mock.stop())

it('with a real token server client_secret_basic sends any secret as it reads it, and a scope that it refuses is told', async () => {
  const credentials = { tokenUrl: mock.tokenUrl, clientId: id, clientSecret: secret }
  const connect = (auth: ReturnType<typeof clientCredentials>) =>
    createClient({ baseUrl: mock.url, auth })
  const clientAuthentication = 'client_secret_basic'
  const known = clientCredentials({ ...credentials, clientAuthentication, scopes: granted })
  await connect(known).createIssuerQuote(quote)
  const told = { outcome: 'not_sent', status: 400, error: 'invalid_scope' }
  const call = connect(clientCredentials({ ...credentials, scopes })).createIssuerQuote(quote)
  await expect(call).rejects.toMatchObject(told)
})
