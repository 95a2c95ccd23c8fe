import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { makeProject } from '../../next-operation/project.js'
import { endChild, startChild } from '../../support/children.js'
import { missing, must } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import { type Row, withPrograms } from './row.js'
import { oapiCodegen } from './rows/go.js'
import { fetchToken } from './token.js'

/** A client of a service of eight operations, with parameters, lists and answers without a body. */
export const nextClient: Row = {
  ...oapiCodegen,
  generator: 'oapi-codegen, eight operations',
  folders: [...oapiCodegen.folders, 'go/next-operation'],
}

interface Request {
  readonly method: string
  readonly url: string
  readonly desk?: string
  readonly team?: string
}

interface Answer {
  readonly call: string
  readonly status: number
  readonly answer: Readonly<Record<string, unknown>> | null
}

/** The result of the client. */
export interface NextFinding {
  readonly absent?: readonly string[]
  readonly failure?: string
}

/** Generates the client, compiles it, and calls each operation of the mock with it. */
export async function callNext(): Promise<NextFinding> {
  const absent = await missing(nextClient.tools)
  if (absent.length > 0) return { absent }
  return inFolder('next-operation', callIn).then(
    () => ({}),
    (error: unknown) => ({ failure: String(error) }),
  )
}

async function callIn(home: string): Promise<void> {
  await makeProject(home)
  const document = join(home, 'generated/openapi.json')
  await withPrograms(nextClient.folders, document, async (work) => {
    const { folder: cwd } = work
    const { compile, calls } = await nextClient.make(work)
    for (const command of compile) await must(command, { cwd })
    const serve = [process.execPath, '--import', 'tsx', 'test/next-operation/scratch/serve.ts']
    const mock = startChild(serve, { cwd: home })
    const lines = createInterface({ input: mock.stdout })[Symbol.asyncIterator]()
    const next = async (): Promise<unknown> => {
      const { done, value } = (await lines.next()) as IteratorResult<string, undefined>
      if (done === true) throw new Error('the mock ended')
      return JSON.parse(value)
    }
    try {
      const env = (await next()) as Record<string, string>
      const TOKEN = await fetchToken(env)
      const { stdout } = await must(calls, { cwd, env: { ...env, TOKEN } })
      const answers = stdout.trim().split('\n')
      const received: Request[] = []
      while (received.length < answers.length) received.push((await next()) as Request)
      compare(
        answers.map((line) => JSON.parse(line) as Answer),
        received,
      )
    } finally {
      endChild(mock)
    }
  })
}

/** @throws Error where the mock received, or the client read, something else than was meant */
function compare(answers: readonly Answer[], received: readonly Request[]): void {
  const answerOf = (call: string) => answers.find((one) => one.call === call)?.answer ?? {}
  const quote = String(answerOf('createIssuerQuote')['quote_id'])
  const conversion = String(answerOf('createStablecoinConversion')['id'])
  const { quotes } = answerOf('listQuotes') as { quotes?: readonly { quote_id: string }[] }
  const read = [
    answers.map(({ call, status }) => `${call} ${status}`),
    ...['getQuote', 'acceptThing'].map((call) => answerOf(call)['quote_id']),
    answerOf('getQuote')['quantity'],
    quotes?.map((one) => one.quote_id),
    answerOf('getThing')['id'],
    answerOf('createStablecoinConversion')['ref_id'],
  ]
  const calls = [
    ...['putCryptoDestinationAddress', 'createStablecoinConversion', 'createIssuerQuote'],
    ...['getQuote', 'listQuotes', 'acceptThing', 'getThing'],
  ]
  expectEqual(read, [
    [...calls.map((call) => `${call} 200`), 'cancelThing 204'],
    ...[quote, quote, '7', [quote], conversion, 'next-1'],
  ])
  expectEqual(received.map(written), [
    'PUT /v2/transfer/crypto-destination-address',
    'POST /v2/conversion/stablecoins',
    'POST /v2/issuer-quote',
    `GET /v2/next/quotes/${quote}`,
    'GET /v2/next/quotes?limit=5&profile_id=p',
    `POST /v2/next/quotes/${quote}/acceptance 7 a b,c`,
    `GET /v2/next/things/${conversion}?expand=fees,parties&near=x|y&tag=7&tag=8&verbose=true`,
    'DELETE /v2/next/things/a%20b%2F%C3%A4%3F',
  ])
}

/** A request without what may differ: the order of the query, and how it is encoded. */
function written({ method, url, desk, team }: Request): string {
  const [path = '', query] = url.split('?')
  const sorted = query?.split('&').map(decodeURIComponent).sort().join('&')
  const target = sorted === undefined ? path : `${path}?${sorted}`
  return [method, target, desk, team].filter((part) => part !== undefined).join(' ')
}

function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
}
