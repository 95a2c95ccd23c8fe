import { inspect } from 'node:util'
import fc from 'fast-check'
import { check, equal } from './check.js'
import type { Context, Row } from './script.js'
import { quote, token } from './sent.js'

/** A value spelt out, one member a line, whatever its prototype. */
function spelt(value: unknown): string {
  const text = inspect(value, { depth: Infinity, sorted: true, compact: false })
  return text.replaceAll('[Object: null prototype] ', '')
}

/** A body without the members that are undefined, which count as absent, at the depths that are tried here. */
function present(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, present(member)]))
}

async function random(context: Context): Promise<string> {
  const { sdk } = context
  let answer = { status: 200, type: 'application/json', bytes: new Uint8Array() }
  const sent: string[] = []
  const client = sdk.createClient({
    baseUrl: 'https://api.example.com',
    auth: token,
    maxRetries: 0,
    generateRefId: false,
    fetch: (_url, init) => {
      sent.push(init.body as string)
      const { status, type, bytes } = answer
      const empty = [204, 205, 304].includes(status)
      return Promise.resolve(
        new Response(empty ? null : bytes, { status, headers: { 'Content-Type': type } }),
      )
    },
  })
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom('{}', '{"id":"1"}', 'null', '[]', ''),
  )
  const bytes = fc.oneof(
    text.map((value) => new TextEncoder().encode(value)),
    fc.uint8Array({ maxLength: 200 }),
  )
  const type = fc.constantFrom(
    'application/json',
    'text/html',
    'text/plain; charset=latin1',
    'application/problem+json',
  )
  const status = fc.oneof(fc.constantFrom(200, 201, 204, 299), fc.integer({ min: 200, max: 599 }))
  await fc.assert(
    fc.asyncProperty(status, type, bytes, async (code, contentType, body) => {
      answer = { status: code, type: contentType, bytes: body }
      const outcome: unknown = await client
        .createIssuerQuote(quote)
        .catch((error: unknown) => error)
      if (outcome instanceof Error)
        check(outcome instanceof sdk.ClientError, `a raw error: ${String(outcome)}`)
      else {
        const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
        check(code < 300 && !Array.isArray(parsed), `a wrong success: ${code}`)
        equal(outcome, parsed, 'data')
      }
    }),
    { numRuns: 2_000 },
  )
  answer = { status: 200, type: 'application/json', bytes: new TextEncoder().encode('{}') }
  const odd = fc.constantFrom<unknown>(
    undefined,
    NaN,
    -0,
    1n,
    Symbol('s'),
    new Map(),
    new Date(0),
    () => 1,
    Infinity,
    Object.create({ a: 1 }),
  )
  const value = fc.oneof({ weight: 8, arbitrary: fc.jsonValue() }, { weight: 1, arbitrary: odd })
  const field = fc.constantFrom(
    'ref_id',
    'metadata',
    'account_id',
    'amount',
    'profile_id',
    'extra',
    '__proto__',
    'toJSON',
  )
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(field, value, { maxKeys: 2 }),
      fc.dictionary(fc.string(), value),
      async (more, metadata) => {
        const body = {
          profile_id: 'p',
          amount: '1',
          source_asset: 'A',
          target_asset: 'B',
          metadata,
          ...more,
        }
        sent.length = 0
        const outcome: unknown = await client
          .createStablecoinConversion(body)
          .catch((error: unknown) => error)
        if (outcome instanceof Error) {
          check(
            outcome instanceof sdk.InvalidRequestError && sent.length === 0,
            `a raw error: ${String(outcome)}`,
          )
          return
        }
        accepted++
        equal(spelt(JSON.parse(sent.at(-1) ?? '')), spelt(present(body)), 'the body')
      },
    ),
    { numRuns: 3_000 },
  )
  check(accepted > 300, `only ${accepted} bodies were sent`)
  return `2,000 answers, 3,000 bodies (${accepted} sent): 0 raw errors, 0 wrong successes, 0 changed`
}

export const rows: readonly Row[] = [
  {
    number: 19,
    fault: '2,000 random responses (status × type × bytes); 3,000 random bodies',
    demand: '0 raw errors, 0 wrong successes, 0 bodies silently changed',
    run: random,
  },
]
