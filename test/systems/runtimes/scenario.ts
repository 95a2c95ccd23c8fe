/** What every runtime has to do. Nothing in it belongs to one of them. */
import * as sdk from 'stablecoin-issuer-api'
import { check, equal } from '../../network/check.js'
import { portable } from '../../network/portable.js'
import { type Context, contextOf } from '../../network/script.js'
import { success } from '../../network/sent.js'

/** What the scenario needs: it runs in runtimes that share neither memory nor environment with the runner. */
export interface Setting {
  readonly mock: {
    readonly baseUrl: string
    readonly tokenUrl: string
    readonly clientId: string
    readonly clientSecret: string
    readonly scopes: readonly string[]
  }
  /** One for each operation. */
  readonly examples: readonly Example[]
  /** Where the fault server is. */
  readonly faults: string
  /** In a browser: where its scripts are played over TLS; `streams` is HTTP/2 where no connection breaks. */
  readonly overTls?: { readonly streams: string; readonly http2: string; readonly http1: string }
  /** The runtime does not tell a refused connection from one that broke. */
  readonly reasonsAreHidden?: boolean
  /** Sends by undici instead of fetch. */
  readonly undici?: boolean
}

export interface Example {
  readonly operationId: string
  readonly request: object
  /** Absent where an answer has no content. */
  readonly response: unknown
}

/** What the scenario reports, one line for each thing that it tried. */
export interface Line {
  readonly kind: 'step' | 'row' | 'body' | 'end'
  readonly name: string
  readonly figure?: string
  readonly failure?: string
}

type Report = (line: Line) => void

/** Runs a part and reports what it shows, or why it failed. */
async function tell(
  report: Report,
  kind: Line['kind'],
  name: string,
  run: () => Promise<string>,
): Promise<void> {
  await run().then(
    (figure) => report({ kind, name, figure }),
    (error: unknown) =>
      report({ kind, name, failure: String(error instanceof Error ? error.message : error) }),
  )
}

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

/** Whether a runtime asks a stream for its bytes: whatever becomes of the request, or only of one that it sends. */
type Asking = 'always' | 'once it sends'

/** A body that gives nothing at its first pull, which may come early, and its bytes at the second. */
function counted(): { readonly body: ReadableStream; readonly isGiven: () => boolean } {
  let pulls = 0
  const pull = (controller: ReadableStreamDefaultController): void => {
    pulls++
    controller.enqueue(new TextEncoder().encode(pulls === 1 ? '' : '{}'))
    if (pulls > 1) controller.close()
  }
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), isGiven: () => pulls > 1 }
}

async function isAskedBy(url: string): Promise<boolean> {
  const { body, isGiven } = counted()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 2_000)
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'POST', body, duplex: 'half', headers, signal: controller.signal }
  await fetch(url, init)
    .then((answer) => answer.text())
    .catch(() => undefined)
  clearTimeout(timer)
  return isGiven()
}

/** Tries a port that refuses, a name that nobody has and TLS that breaks, and a request that is answered. */
async function asksForBody(context: Context): Promise<Asking> {
  const { url, silent } = await context.script(success)
  const broken = new URL(context.control)
  broken.protocol = 'https:'
  const unsent = ['https://127.0.0.1:47311', 'https://name.invalid', broken.href]
  if (!url.startsWith('https:'))
    unsent.push('http://127.0.0.1:47311', silent.replace('http:', 'https:'))
  check(await isAskedBy(url), 'what is sent was not asked for')
  const asked = new Set<boolean>()
  for (const target of unsent) asked.add(await isAskedBy(target))
  check(asked.size === 1, 'what is not sent is asked for now and then')
  return asked.has(true) ? 'always' : 'once it sends'
}
