/** What every runtime has to do. Nothing in it belongs to one of them. */
import * as sdk from 'stablecoin-issuer-api'
import { check, equal } from '../../network/check.js'
import * as played from '../../network/played.js'
import { contextOf } from '../../network/script.js'
import { conversion, quote } from '../../network/sent.js'
import * as tokens from '../../network/tokens.js'

/** The rows that every runtime has to pass: what they import runs in all of them. */
const portable = [...played.rows, ...tokens.rows].filter(({ everywhere }) => everywhere)

/** What the scenario needs: it runs in runtimes that share neither memory nor environment with the runner. */
export interface Setting {
  readonly baseUrl: string
  readonly credentials: sdk.ClientCredentialsOptions
  /** Where the server of the faults is. */
  readonly faults: string
  /** In a page: where the faults are played over HTTP/2, in which a stream breaks, and no connection. */
  readonly streams?: string
  /** The runtime does not tell a refused connection from one that broke. */
  readonly reasonsAreHidden?: boolean
}

export interface Found {
  /** What was tried. */
  readonly rows: readonly { readonly name: string; readonly failure?: string }[]
  /** Whether a body is asked for that is not sent: then errors have to tell what was not sent. */
  readonly readsAhead: boolean
  /** What an agent has recorded that watches the process. */
  readonly recorded?: string
}

export async function runScenario(setting: Setting, transport?: sdk.Transport): Promise<Found> {
  const { faults: control, streams, reasonsAreHidden = false } = setting
  const sending = transport === undefined ? {} : { transport }
  const rows: { name: string; failure?: string }[] = []
  const play = (name: string, run: () => Promise<unknown>): Promise<unknown> =>
    run().then(
      () => rows.push({ name }),
      (error: unknown) => rows.push({ name, failure: String(error) }),
    )
  await play('calls and refused input', () => makeCalls(setting, sending))
  const context = contextOf({
    sdk,
    control,
    played: streams ?? control,
    reasonsAreHidden,
    ...sending,
  })
  const playable = portable.filter(({ notInPages }) => streams === undefined || !notInPages)
  for (const { fault, run } of playable) await play(fault, () => run(context))
  return { rows, readsAhead: await asksForUnsentBody() }
}

/** A call of each operation with one token, and one that is refused before anything is sent. */
async function makeCalls({ baseUrl, credentials }: Setting, sending: object): Promise<void> {
  const requests: string[] = []
  const client = sdk.createClient({
    baseUrl,
    auth: sdk.clientCredentials(credentials),
    onEvent: ({ type }) => requests.push(type),
    ...sending,
  })
  await client.putCryptoDestinationAddress({ crypto_network: 'BASE', address: '0x1' })
  await client.createIssuerQuote(quote)
  equal((await client.createStablecoinConversion(conversion)).ref_id, conversion.ref_id, 'ref_id')
  const wrong = { ...conversion, amount: 12.5 } as object as typeof conversion
  const error = await client.createStablecoinConversion(wrong).catch((reason: unknown) => reason)
  check(error instanceof sdk.InvalidRequestError && error.outcome === 'not_sent', String(error))
  const count = (of: string) => requests.filter((type) => type === of).length
  equal([count('token'), count('attempt')], [1, 3], 'requests')
}

/** Sends a body, which gives its bytes when it is asked a second time, to a port that refuses. */
async function asksForUnsentBody(): Promise<boolean> {
  let pulls = 0
  const pull = (controller: ReadableStreamDefaultController): void =>
    controller.enqueue(new TextEncoder().encode(pulls++ === 0 ? '' : '{}'))
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const init = { method: 'POST', body, duplex: 'half', signal: AbortSignal.timeout(2_000) }
  await fetch('https://127.0.0.1:47311', init).catch(() => undefined)
  return pulls > 1
}
