/** Serves the document with a token server, until it is interrupted. */
import { scopes } from '../generated/index.js'
import { runMock } from '../src/mock/command.js'
import { mockClient } from '../src/mock/token-server.js'
import { type Example, readExamples } from './lib/examples.js'

const byLength = (one: Example, other: Example): number =>
  JSON.stringify(one.body).length - JSON.stringify(other.body).length
const [example] = (await readExamples()).filter(({ body }) => body !== undefined).sort(byLength)

await runMock(
  'npm run mock --',
  ({ url, tokenUrl }) => `

Obtain a token that is good for all operations:

  curl ${tokenUrl} -d grant_type=client_credentials -d client_id=${mockClient.id} \\
    -d client_secret=${mockClient.secret} \\
    -d 'scope=${scopes.join(' ')}'

Call with it:

  curl -X ${example?.method ?? 'POST'} ${url}${example?.url ?? ''} -H "Authorization: Bearer $TOKEN" \\
    -H 'Content-Type: application/json' -d '${JSON.stringify(example?.body)}'

Press Ctrl-C to stop.`,
)
