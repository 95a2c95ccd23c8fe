/** What every runtime has to do. Nothing in it belongs to one of them. */
import * as sdk from 'stablecoin-issuer-api'
import { check, equal } from '../faults/check.js'
import { portable } from '../faults/portable.js'
import { contextOf } from '../faults/script.js'
import { asksForBody } from './asks-for-body.js'
import { type Report, type Setting, tell } from './report.js'

export async function runScenario(
  setting: Setting,
  report: Report,
  transport?: sdk.Transport,
): Promise<void> {
  for (const [name, run] of Object.entries(steps))
    await tell(report, 'step', name, () => run(setting, transport))
  const { faults: control, overTls, reasonsAreHidden = false } = setting
  const sending = transport === undefined ? {} : { transport }
  const context = (played = control) =>
    contextOf({ sdk, control, played, reasonsAreHidden, collected: [], ...sending })
  for (const { fault, run } of portable)
    await tell(report, 'row', fault, () => run(context(overTls?.streams)))
  if (overTls !== undefined)
    for (const { fault, run } of portable.filter(({ breaks }) => breaks)) {
      const http2 = () => run(context(overTls.http2))
      await tell(report, 'row', `${fault}, over HTTP/2`, () => repeatedly(http2))
      const http1 = () => resent(() => run(context(overTls.http1)))
      await tell(report, 'row', `${fault}, over HTTP/1.1`, () => repeatedly(http1))
    }
  await tell(report, 'body', 'a body is asked for', () => asksForBody(context(overTls?.streams)))
  report({ kind: 'end', name: 'end' })
}

/** Over HTTP/1.1 a browser sends again what it sent over a connection that was used before: the notes say so. */
const resent = (run: () => Promise<string>): Promise<string> =>
  run().then(
    () => {
      throw new Error('it is sent once now')
    },
    (error: unknown) => {
      if (!/seen [2-9] times|found \["ERR_AUTHENTICATION",[2-9]\]/.test(String(error))) throw error
      return 'more than once'
    },
  )

/**
 * Chromium's network service crashes now and then when a connection breaks under a streamed body. Nothing can be
 * counted then, since every request of the browser fails until it is up again.
 */
async function repeatedly(run: () => Promise<string>, tries = 5): Promise<string> {
  try {
    return await run()
  } catch (error) {
    if (tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return repeatedly(run, tries - 1)
  }
}

type Step = (setting: Setting, transport: sdk.Transport | undefined) => Promise<string>

const steps: Record<string, Step> = {
  'one token, a call of each operation': async (setting, transport) => {
    const { client, events } = make(setting, transport)
    for (const { operationId, request, response } of setting.examples)
      equal(sorted(await methodOf(client, operationId)(request)), sorted(response), operationId)
    const { examples } = setting
    equal([count(events, 'token'), count(events, 'attempt')], [1, examples.length], 'requests')
    return `${examples.length} calls`
  },
  'refused input': async (setting, transport) => {
    const { client, events } = make(setting, transport)
    const { operationId = '', request } = setting.examples[1] ?? {}
    const call = methodOf(client, operationId)({ ...request, amount: 12.5, refid: 'a-1' })
    const error = await call.catch((reason: unknown) => reason)
    check(error instanceof sdk.InvalidRequestError, String(error))
    equal([error.outcome, error.issues.length], ['not_sent', 2], error.message)
    equal([count(events, 'token'), count(events, 'attempt')], [0, 0], 'requests')
    return 'not sent'
  },
  'no secret in a page': (setting) => {
    let refusal = 'none'
    try {
      credentials(setting, {})
    } catch (error) {
      refusal = String(error)
    }
    const isExpected = setting.overTls ? refusal.includes('does not belong in a page') : 'none'
    equal(isExpected, setting.overTls ? true : refusal, refusal)
    return Promise.resolve(refusal)
  },
}

function credentials({ mock }: Setting, more: object): sdk.TokenSource {
  const { tokenUrl, clientId, clientSecret, scopes } = mock
  return sdk.clientCredentials({ tokenUrl, clientId, clientSecret, scopes, ...more })
}

function make(setting: Setting, transport: sdk.Transport | undefined) {
  const events: sdk.ClientEvent[] = []
  const client = sdk.createClient({
    baseUrl: setting.mock.baseUrl,
    auth: credentials(setting, { dangerouslyAllowBrowser: true }),
    ...(transport && { transport }),
    onEvent: (event) => events.push(event),
  })
  return { client, events }
}

const count = (events: readonly sdk.ClientEvent[], type: string): number =>
  events.filter((event) => event.type === type).length

const methodOf = (client: sdk.Client, operationId: string) =>
  client[operationId as keyof sdk.Client] as (body: unknown) => Promise<object>

/** The same value with its fields in order of their names. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
