import type { Answer } from './answer.js'
import { connect } from './api.js'
import { bodies, broken } from './bodies.js'
import type {
  CreateIssuerQuoteRequest,
  CreateStablecoinConversionRequest,
  PutCryptoDestinationAddressRequest,
} from './types.js'

const { BASE_URL, TOKEN_URL, TOMORROW_URL, CLIENT_ID, CLIENT_SECRET, SCOPE, RULES, PROBES } =
  process.env as Record<string, string>

function print(line: object): void {
  console.log(JSON.stringify(line))
}

async function token(): Promise<string> {
  const answer = await fetch(TOKEN_URL!, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID!,
      client_secret: CLIENT_SECRET!,
      scope: SCOPE!,
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

const bearer = await token()
const api = connect(BASE_URL!, bearer)

// As the generated types have them: a program that does not compile fails its row.
const address: PutCryptoDestinationAddressRequest = bodies.address
const conversion: CreateStablecoinConversionRequest = bodies.conversion
const quote: CreateIssuerQuoteRequest = bodies.quote

async function call(name: string, answer: Promise<Answer>): Promise<void> {
  const { status, data } = await answer
  if (status !== 200) throw new Error(`${name}: ${status}`)
  print({ call: name, answer: data })
}
await call('putCryptoDestinationAddress', api.put(address))
await call('createStablecoinConversion', api.convert(conversion))
await call('createIssuerQuote', api.quote(quote))

const later = connect(TOMORROW_URL!, bearer)
try {
  const { data } = await later.quote(quote)
  print({ tomorrow: data })
} catch (error) {
  print({ tomorrow: null, error: String(error).slice(0, 200) })
}

async function report(kind: 'rule' | 'probe', name: string): Promise<void> {
  const [operation, body] = broken[name]!
  // What comes from elsewhere, as JSON, has no type.
  const send = api[operation] as (body: unknown) => Promise<Answer>
  try {
    const { status } = await send(body)
    print({ [kind]: name, by: status === 422 ? 'mock' : 'nobody' })
  } catch {
    print({ [kind]: name, by: 'client' })
  }
}
for (const name of RULES!.split(' ')) await report('rule', name)
for (const name of PROBES!.split(' ').filter(Boolean)) await report('probe', name)

// What runs beside the program would keep it alive.
for (const one of [api, later]) if ('close' in one) await (one.close as () => Promise<void>)()
