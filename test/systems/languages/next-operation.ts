import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { makeProject } from '../../next-operation/project.js'
import { endChild, startChild } from '../../support/children.js'
import { missing, must } from '../../support/run.js'
import { withPrograms } from './attempt.js'
import type { Row } from './row.js'
import { oapiCodegen } from './rows/go.js'
import { redoclyPython } from './rows/python.js'

/** A client of a service of eight operations. */
export interface NextClient extends Row {
  /** The query that it writes of a flag and of three lists. */
  readonly query: string
}

export const nextClients: readonly NextClient[] = [
  {
    ...oapiCodegen,
    folder: 'next-operation/go',
    query: 'expand=fees,parties&near=x|y&tag=7&tag=8&verbose=true',
  },
  {
    ...redoclyPython,
    folder: 'next-operation/python',
    query: 'expand=fees&near=x&tag=7&tag=8&verbose=true',
  },
]

let made: Promise<string> | undefined

/** The project with a document of more operations, made once. */
function project(): Promise<string> {
  made ??= mkdtemp(join(tmpdir(), 'next-operation-')).then(async (folder) => {
    process.on('exit', () => {
      rmSync(folder, { recursive: true, force: true })
    })
    await makeProject(folder)
    return folder
  })
  return made
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

/** What came of a client. */
export interface NextFinding {
  readonly client: NextClient
  readonly absent?: readonly string[]
  readonly failure?: string
}

/** Generates a client, compiles it, and calls each operation of the mock with it. */
export async function callNext(client: NextClient): Promise<NextFinding> {
  const absent = await missing(client.tools)
  if (absent.length > 0) return { client, absent }
  try {
    const home = await project()
    await withPrograms(client.folder, join(home, 'generated/openapi.json'), async (work) => {
      await client.generate(work)
      await client.compile(work)
      const mock = startChild([process.execPath, '--import', 'tsx', serve], { cwd: home })
      const lines = createInterface({ input: mock.stdout })[Symbol.asyncIterator]()
      const next = async (): Promise<unknown> => {
        const { done, value } = (await lines.next()) as IteratorResult<string, undefined>
        if (done === true) throw new Error('the mock ended')
        return JSON.parse(value)
      }
      try {
        const env = (await next()) as Record<string, string>
        const { stdout } = await must(client.calls(work), { cwd: work.folder, env })
        const answers = stdout.trim().split('\n')
        const received: Request[] = []
        while (received.length < answers.length) received.push((await next()) as Request)
        compare(
          client,
          answers.map((line) => JSON.parse(line) as Answer),
          received,
        )
      } finally {
        endChild(mock)
      }
    })
    return { client }
  } catch (error) {
    return { client, failure: error instanceof Error ? error.message : String(error) }
  }
}

const serve = 'test/next-operation/scratch/serve.ts'

/** @throws Error where the mock received, or the client read, something else than was meant */
function compare(client: NextClient, answers: readonly Answer[], received: readonly Request[]) {
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
    `GET /v2/next/things/${conversion}?${client.query}`,
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

function expectEqual(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted))
    throw new Error(`found ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
}
