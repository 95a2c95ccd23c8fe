/** Serves the document of more operations until it is ended: prints what a client needs to know, and then each request. */
import { scopes } from '../../../generated/index.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'

const print = (line: object): void => {
  console.log(JSON.stringify(line))
}
const mock = await startMock({
  // Whatever it names.
  faults: { cancelThing: { status: 204 } },
  onRequest: ({ method, url, headers }) => {
    print({ method, url, desk: headers['x-desk'], team: headers['x-team'] })
  },
})
print({
  BASE_URL: mock.url,
  TOKEN_URL: mock.tokenUrl,
  CLIENT_ID: mockClient.id,
  CLIENT_SECRET: mockClient.secret,
  SCOPE: scopes.join(' '),
})
