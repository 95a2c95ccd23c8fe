/** What every runtime has to do. Nothing in it belongs to one of them. */
import * as sdk from 'stablecoin-issuer-api'
import { check, equal } from '../faults/check.js'
import { portable } from '../faults/portable.js'
import { type Context, contextOf } from '../faults/script.js'
import { asksForBody } from './asks-for-body.js'
import { mostPosts } from './posts.js'
import { type Example, type Report, type Setting, tell } from './report.js'

type Method = (body: unknown) => Promise<object>

export async function runScenario(
  setting: Setting,
  report: Report,
  transport?: sdk.Transport,
): Promise<void> {
  for (const [name, run] of Object.entries(steps))
    await tell(report, { kind: 'step', name }, async () => {
      await run(setting, transport)
      return {}
    })
  const { faults: control, overTls, reasonsAreHidden = false } = setting
  const sending = transport === undefined ? {} : { transport }
  const plain = { sdk, control, reasonsAreHidden, collected: [], ...sending }
  const over = (played: string | undefined): Context =>
    contextOf(played === undefined ? plain : { ...plain, played })
  for (const row of portable)
    await tell(report, { kind: 'row', name: `${row.number}: ${row.fault}` }, async () => ({
      figure: await row.run(over(overTls?.stream)),
    }))
  await tell(report, { kind: 'body', name: 'a body is asked for' }, async () => ({
    figure: await asksForBody(over(overTls?.stream)),
  }))
  await tell(report, { kind: 'posts', name: 'here' }, async () => ({
    seen: await repeatedly(overTls ? 5 : 1, () => mostPosts(over(overTls?.http2))),
  }))
  if (overTls !== undefined)
    await tell(report, { kind: 'posts', name: 'over HTTP/1.1' }, async () => ({
      seen: await repeatedly(5, () => mostPosts(over(overTls.http1))),
    }))
  report({ kind: 'end', name: 'end' })
}

/**
 * Chromium's network service crashes now and then when a connection breaks under a streamed body. Nothing can be
 * counted then, since every request of the browser fails until it is up again.
 */
async function repeatedly<Result>(tries: number, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return repeatedly(tries - 1, run)
  }
}

type Step = (setting: Setting, transport: sdk.Transport | undefined) => Promise<void>

const steps: Record<string, Step> = {
  'one token, a call of each operation': async (setting, transport) => {
    const { client, events } = make(setting, transport, credentials(setting))
    for (const example of setting.examples) await callDocumented(client, example)
    equal(count(events, 'token'), 1, 'tokens')
    equal(count(events, 'attempt'), setting.examples.length, 'attempts')
  },
  'a token of the caller': async (setting, transport) => {
    const { value } = await credentials(setting).getToken()
    for (const auth of [value, () => Promise.resolve(value)])
      for (const example of setting.examples)
        await callDocumented(make(setting, transport, auth).client, example)
  },
  'a wrong secret': async (setting, transport) => {
    const { client } = make(setting, transport, credentials(setting, { clientSecret: 'wrong' }))
    const error = await failure(client, setting.examples.at(-1))
    check(error instanceof sdk.AuthenticationError, String(error))
    equal([error.outcome, error.error], ['not_sent', 'invalid_client'], 'the refusal')
  },
  'refused input': async (setting, transport) => {
    const { client, events } = make(setting, transport, credentials(setting))
    const [, example] = setting.examples
    const broken = { amount: 12.5, source_asset: undefined, refid: 'a-1' }
    const error = await failure(client, example, broken)
    check(error instanceof sdk.InvalidRequestError, String(error))
    equal(error.outcome, 'not_sent', 'outcome')
    for (const path of ['$.amount', '$.source_asset', '$.refid'])
      check(
        error.issues.some((issue) => issue.path === path),
        `no issue for ${path}`,
      )
    for (const type of ['token', 'attempt'] as const) equal(count(events, type), 0, `${type}s`)
  },
  'a missing scope': async (setting, transport) => {
    const scopes = ['exchange:write_issuer_quote']
    const { client, events } = make(setting, transport, credentials(setting, { scopes }))
    const error = await failure(client, setting.examples[1])
    check(error instanceof sdk.MissingScopeError, String(error))
    equal([error.outcome, error.granted], ['not_sent', scopes], 'the refusal')
    for (const type of ['token', 'attempt'] as const) equal(count(events, type), 0, `${type}s`)
  },
  'no secret in a page': (setting) => {
    const make = (): unknown => credentials(setting, { dangerouslyAllowBrowser: undefined })
    let refusal: unknown
    try {
      make()
    } catch (error) {
      refusal = error
    }
    if (setting.inBrowser !== true) equal(String(refusal), 'undefined', 'refused outside of a page')
    else check(/a secret does not belong in a page/.test(String(refusal)), String(refusal))
    return Promise.resolve()
  },
}

function credentials({ mock, inBrowser }: Setting, more: object = {}): sdk.TokenSource {
  const { tokenUrl, clientId, clientSecret, scopes } = mock
  const asked = inBrowser === true ? { dangerouslyAllowBrowser: true } : {}
  return sdk.clientCredentials({ tokenUrl, clientId, clientSecret, scopes, ...asked, ...more })
}

function make({ mock }: Setting, transport: sdk.Transport | undefined, auth: sdk.Auth) {
  const events: sdk.ClientEvent[] = []
  const client = sdk.createClient({
    baseUrl: mock.baseUrl,
    auth,
    ...(transport && { transport }),
    onEvent: (event) => events.push(event),
  })
  return { client, events }
}

const count = (events: readonly sdk.ClientEvent[], type: string): number =>
  events.filter((event) => event.type === type).length

function methodOf(client: sdk.Client, operationId: string): Method {
  return client[operationId as keyof sdk.Client] as Method
}

/** Calls with the document's example, and expects the documented answer. */
async function callDocumented(client: sdk.Client, example: Example): Promise<void> {
  const { operationId, request, response } = example
  equal(sorted(await methodOf(client, operationId)(request)), sorted(response), operationId)
}

async function failure(
  client: sdk.Client,
  example: Example | undefined,
  change: object = {},
): Promise<unknown> {
  check(example !== undefined, 'there is no example')
  const call = methodOf(client, example.operationId)({ ...example.request, ...change })
  return call.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  )
}

/** The same value with its fields in order of their names. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
