import { vi } from 'vitest'
import { check, equal, times } from './check.js'
import type { Context, Row } from './script.js'
import { conversion, granted, quote, refId, success } from './sent.js'
import type { Step } from './step.js'
import { withEndpoint } from './tokens.js'

/** A token endpoint that asks for a wait of 31 years, one whose connection went stale, and answers that are no token. */
async function tokenEndpoints(context: Context): Promise<string> {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const years = { status: 503, headers: { 'Retry-After': '999999999' } }
    const { client, counts } = await withEndpoint(context, [years, granted()], [success])
    await context.failureOf(client.createIssuerQuote(quote))
    vi.advanceTimersByTime(299_000)
    const error = await context.failureOf(client.createIssuerQuote(quote))
    check(/next request is made in \d{1,4} ms/.test(error.message), error.message)
    vi.advanceTimersByTime(1_000)
    await client.createIssuerQuote(quote)
    equal(await counts(), { tokens: 2, calls: 1 }, 'requests')
  } finally {
    vi.useRealTimers()
  }
  const short = granted('token-a', { expires_in: 0 })
  const breaking: Step[] = [
    { fault: 'reset' },
    short,
    { fault: 'reset' },
    short,
    { fault: 'reset' },
  ]
  const { client, counts } = await withEndpoint(context, breaking, [success])
  await client.createIssuerQuote(quote)
  await client.createIssuerQuote(quote)
  equal(await counts(), { tokens: 4, calls: 2 }, 'one repeat of each, fresh or kept')
  const { message } = await context.failureOf(client.createIssuerQuote(quote))
  check(/ in 3 tries within \d+ ms; outcome not_sent/.test(message), message)
  equal(await counts(), { tokens: 7, calls: 2 }, 'no third repeat')
  const flaws: [object | string, string][] = [
    [{ token_type: 'Bearer' }, 'access_token is missing'],
    [{ access_token: 7, token_type: 'Bearer' }, 'access_token is a number'],
    [{ access_token: 'a b', token_type: 'Bearer' }, 'access_token is empty, too long'],
    [{ access_token: 'token-secret-1' }, 'token_type is missing'],
    [{ access_token: 'token-secret-1', token_type: 'BearerToken' }, 'token_type is BearerToken'],
    [{ access_token: 't', token_type: 'Bearer', expires_in: -1 }, 'expires_in is -1'],
    [{ access_token: 't', token_type: 'Bearer', expires_in: {} }, 'expires_in is an object'],
    [{ access_token: 't', token_type: 'Bearer', scope: ['a'] }, 'scope is a list'],
    ['<html>', 'its body is not JSON'],
    ['[]', 'its body is not a JSON object'],
  ]
  for (const [answer, flaw] of flaws) {
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
    const { client } = await withEndpoint(context, [{ body }], [success])
    const { message } = await context.failureOf(client.createIssuerQuote(quote))
    check(message.includes(`no usable bearer token: ${flaw}`), message)
    check(!message.includes('token-secret-1'), message)
  }
  return `waits 5 minutes at most; 2 repeats at most; ${flaws.length} flaws by name`
}

async function crossed(context: Context): Promise<string> {
  const { sdk } = context
  const { url, seen } = await context.script({ body: '{"ref_id":"another"}' })
  for (const onEvent of [undefined, () => undefined]) {
    const client = sdk.createClient({ baseUrl: url, auth: 't', onEvent })
    const error = await context.failure(client)
    const facts = [error.code, error.outcome, error.attempts, error.refId]
    equal(facts, ['ERR_INVALID_RESPONSE', 'unknown', 1, refId], 'another ref_id')
    check(error.message.includes('the response belongs to another request'), error.message)
  }
  const client = sdk.createClient({ baseUrl: url, auth: 't' })
  for (const ref_id of ['', ' ', '\t\n', '\u3000']) {
    const error = await context.failureOf(
      client.createStablecoinConversion({ ...conversion, ref_id }),
    )
    equal([error.code, error.outcome], ['ERR_INVALID_REQUEST', 'not_sent'], JSON.stringify(ref_id))
    check(error.message.includes('ref_id is blank'), error.message)
  }
  equal((await seen()).length, 2, 'requests')
  return 'another ref_id is unknown, with events and without; 4 blank ones refused'
}

async function waits(context: Context): Promise<string> {
  const delays: number[] = []
  await times(100, async () => {
    const { url } = await context.script({ status: 429 }, success)
    const client = context.sdk.createClient({
      baseUrl: url,
      auth: 't',
      onEvent: (event) => event.type === 'retry' && delays.push(event.delay),
    })
    await client.createIssuerQuote(quote)
  })
  const [least, most] = [Math.min(...delays), Math.max(...delays)]
  check(delays.length === 100 && least >= 125 && most <= 250, `${least} to ${most} ms`)
  const advice: [object, RegExp, RegExp][] = [
    [quote, /send it again, it may take effect twice/, /look it up/],
    [conversion, /look it up by ref_id "ref-2026-0001"/, /twice/],
  ]
  for (const [body, said, unsaid] of advice) {
    const { url } = await context.script({ status: 503 })
    const client = context.clientOf({ baseUrl: url })
    const call =
      body === quote
        ? client.createIssuerQuote(quote)
        : client.createStablecoinConversion(conversion)
    const { message } = await context.failureOf(call)
    check(said.test(message) && !unsaid.test(message), message)
  }
  return `100 waits of ${least.toFixed(0)} to ${most.toFixed(0)} ms; advice for both kinds`
}

export const rows: readonly Row[] = [
  {
    number: 31,
    fault:
      'token endpoint that asks for 31 years, whose kept connection breaks, or whose response is not a token',
    demand: 'asked again after 5 minutes; 2 repeats; the message names the field',
    run: tokenEndpoints,
  },
  {
    number: 34,
    fault: 'a response with another ref_id; a blank ref_id',
    demand: 'unknown, sent once; refused before sending',
    run: crossed,
  },
  {
    number: 35,
    fault: '429 without a usable Retry-After; unknown without a reference',
    demand: 'waits at least half the window; says what a repeat would do',
    run: waits,
  },
]
