import type { ClientEvent } from '../../../src/index.js'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { quote } from './sent.js'
import { withEndpoint } from './tokens.js'

/** A token with everything that some escaping touches. */
const token = 'aB3/x+y=z~q.w-e_r"t\\u&i<o'
const code = (letter: string, digits: number) =>
  letter.charCodeAt(0).toString(16).padStart(digits, '0')
const each = (escape: (letter: string) => string) =>
  token.replace(/[^A-Za-z0-9]/g, (letter) => escape(letter))

const forms: Readonly<Record<string, string>> = {
  plain: token,
  JSON: JSON.stringify(token).slice(1, -1),
  'JSON in JSON': JSON.stringify(JSON.stringify(token)).slice(3, -3),
  'JSON with escaped slashes': JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/'),
  '\\u': each((letter) => `\\u${code(letter, 4)}`),
  '\\U': each((letter) => `\\u${code(letter, 4).toUpperCase()}`),
  URL: encodeURIComponent(token),
  'URL in lower case': each((letter) => `%${code(letter, 2)}`),
  'URL in a URL': encodeURIComponent(encodeURIComponent(token)),
  'HTML by name': token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  'HTML in hex': each((letter) => `&#x${code(letter, 2).toUpperCase()};`),
  'HTML in decimal': each((letter) => `&#${letter.charCodeAt(0)};`),
}

/** Parts of the token that no form may leave. */
const traces = ['aB3', 'x+y', 'aB3/x']

async function escaped(context: Context): Promise<string> {
  for (const [name, form] of Object.entries(forms))
    for (const body of [`<p>${form}</p>`, JSON.stringify({ echo: form, path: '/v2' })]) {
      const challenge = { 'WWW-Authenticate': `Bearer error="${form}"` }
      for (const step of [
        { status: 400, body },
        { status: 200, body: `${body}!` },
        { status: 401, headers: /^[\x20-\x7e]*$/.test(form) ? challenge : {} },
      ]) {
        const { url } = await context.script(step)
        const client = context.clientOf({ baseUrl: url, auth: token })
        const error = await context.failure(client)
        const shown = JSON.stringify([error.message, error.body, error.error, error.cause])
        for (const trace of traces) check(!shown.includes(trace), `${name} shows ${shown}`)
      }
    }
  return `${Object.keys(forms).length} forms`
}

/** A token endpoint that answers with the secret in the place of an error code. */
async function asErrorCode(context: Context): Promise<void> {
  const { sdk } = context
  const clientSecret = 'correct_horse_battery'
  const endpoint = await context.script({ status: 400, body: `{"error":"${clientSecret}"}` })
  const auth = sdk.clientCredentials({
    tokenUrl: `${endpoint.url}/token`,
    clientId: 'c',
    clientSecret,
  })
  const seen: ClientEvent[] = []
  const client = sdk.createClient({
    baseUrl: 'https://api.example.com',
    auth,
    onEvent: (event) => seen.push(event),
  })
  const error = await context.failureOf(client.createIssuerQuote(quote))
  const shown = JSON.stringify([error.message, error.error, seen])
  check(!shown.includes(clientSecret), shown)
  const types = seen.map(({ type }) => type)
  equal(types, ['token', 'end'], 'events')
}

/** What a short token, or one that is a word, must not take away. */
async function leftAlone(context: Context): Promise<void> {
  for (const auth of ['t', 'a', 'nickname']) {
    const body = { nickname: 'at a path', path: ['t'], list: [{ nickname: 1 }] }
    const { url } = await context.script({ status: 422, body: JSON.stringify(body) })
    const client = context.clientOf({ baseUrl: url, auth })
    const error = await context.failure(client)
    equal(error.body, body, auth)
  }
  const { client } = await withEndpoint(context, [{ body: '{}' }], [])
  const error = await context.failureOf(client.createIssuerQuote(quote))
  check(error.message.includes('access_token is missing'), error.message)
}

export const rows: readonly Row[] = [
  {
    number: 28,
    fault:
      'a token or secret in each escaping, as an error code, or so short that other words contain it',
    demand: '0 found; nothing else is removed',
    run: async (context) => {
      const shown = await escaped(context)
      await asErrorCode(context)
      await leftAlone(context)
      return `${shown}, 0 found; bodies keep their names`
    },
  },
]
