import { format } from 'prettier'
import type { SampleCall } from './sample-call.js'

export async function typeScriptSample(call: SampleCall): Promise<string> {
  const { id, input, hasAnswer, folder } = call
  const argument = Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2)
  const made = `await client.${id}(${argument})`
  const code = `import { clientCredentials, createClient } from 'stablecoin-issuer-api'
${folder === undefined ? '' : `import { provider } from ${JSON.stringify(`./${folder}/index.js`)}\n`}
const { BASE_URL = '', TOKEN_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env
const client = createClient({
  baseUrl: BASE_URL,
  auth: clientCredentials({
    tokenUrl: TOKEN_URL,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    ${folder === undefined ? '' : 'scopes: provider.scopes,'}
  }),
  ${folder === undefined ? '' : 'provider,'}
})

${hasAnswer ? `const answer = ${made}\nconsole.log(JSON.stringify(answer, null, 2))` : made}
`
  return format(code, { parser: 'typescript', semi: false, singleQuote: true, printWidth: 100 })
}
