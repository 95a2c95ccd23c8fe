/** Clients of other documents: of one with more operations, and of a provider's. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeProject } from '../../next-operation/project.js'
import { endChild, startChild } from '../../support/children.js'
import { acme, acmeFolder } from '../../support/provider/acme.js'
import { must } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import { printedBy } from '../../support/trials.js'
import { type LanguageTrial, makePrograms, type Row, withPrograms } from './row.js'
import { oapiCodegen } from './rows.js'
import { openapiGeneratorJava } from './rows/openapi-generator.js'
import { openapiPythonClient } from './rows/python.js'
import { fetchToken, startServices } from './services.js'

/** A trial that has no row in a table, with a program of another folder. */
function documentTrial(
  row: Row,
  about: string,
  program: string,
  tryRow: (row: Row) => Promise<void>,
): LanguageTrial {
  const own = { ...row, folders: [...row.folders, program] }
  return {
    title: `${row.language}, ${row.generator}, ${about} ${row.version}`,
    tools: row.tools,
    run: () => tryRow(own).then(() => []),
  }
}

/** Generates a client of the YAML of a provider's folder; its program makes, reads, lists and cancels a parcel. */
async function callProvider(row: Row): Promise<void> {
  const [folder, provider] = [await acmeFolder(), await acme()]
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as object
  await withPrograms(row.folders, join(folder, 'openapi.yaml'), async (work) => {
    const { calls } = await makePrograms(row, work)
    const { env, stop } = await startServices({ provider, document })
    try {
      const { stdout } = await must(calls, { cwd: work.folder, env })
      if (!/^(\S{36})(?: \1){3}\n$/.test(stdout)) throw new Error(`it found ${stdout}`)
    } finally {
      await stop()
    }
  })
}

/** A service of eight operations, with parameters, lists and an answer without a body: what is answered and what came. */
const seen = `
putCryptoDestinationAddress 200 id="id-1"
createStablecoinConversion 200 id="id-2" ref_id="next-1"
createIssuerQuote 200 quantity="7" quote_id="id-3"
getQuote 200 quantity="7" quote_id="id-3"
listQuotes 200 quantity="7" quote_id="id-3"
acceptThing 200 quantity="7" quote_id="id-3"
getThing 200 id="id-2" ref_id="next-1"
cancelThing 204
PUT /v2/transfer/crypto-destination-address
POST /v2/conversion/stablecoins
POST /v2/issuer-quote
GET /v2/next/quotes/id-3
GET /v2/next/quotes?limit=5&profile_id=p
POST /v2/next/quotes/id-3/acceptance 7 a b,c
GET /v2/next/things/id-2?expand=fees,parties&near=x|y&tag=7&tag=8&verbose=true
DELETE /v2/next/things/a%20b%2F%C3%A4%3F
`

interface Answer {
  readonly call: string
  readonly status: number
  readonly answer: unknown
}

/** What the scratch project's mock prints of a request. */
interface Request {
  readonly method: string
  readonly url: string
  readonly desk?: string
  readonly team?: string
}

/** Generates the client of more operations, and calls each of them at a mock of a project of its own. */
async function callNext(row: Row): Promise<void> {
  await inFolder('next-operation', async (home) => {
    await makeProject(home)
    await withPrograms(row.folders, join(home, 'generated/openapi.json'), async (work) => {
      const { calls } = await makePrograms(row, work)
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
        const options = { cwd: work.folder, env: { ...env, TOKEN: await fetchToken(env) } }
        const answers = await printedBy<Answer>(calls, options)
        const received: string[] = []
        while (received.length < answers.length) received.push(written((await next()) as Request))
        const found = numbered([...answers.map(read), ...received].join('\n'))
        if (found !== seen.trim()) throw new Error(`${found}\ninstead of${seen}`)
      } finally {
        endChild(mock)
      }
    })
  })
}

/** An answer, with the fields by which it is known. */
function read({ call, status, answer }: Answer): string {
  const fields = JSON.stringify(answer).matchAll(/"((?:quote_|ref_)?id|quantity)":("[^"]*")/g)
  return [call, status, ...[...fields].map(([, name, value]) => `${name}=${value}`)].join(' ')
}

/** A request without what may differ: the order of the query, and how it is encoded. */
function written({ method, url, desk, team }: Request): string {
  const [path = '', query] = url.split('?')
  const sorted = query?.split('&').map(decodeURIComponent).sort().join('&')
  const target = sorted === undefined ? path : `${path}?${sorted}`
  return [method, target, desk, team].filter((part) => part !== undefined).join(' ')
}

/** A text with its random ids numbered, in their order. */
function numbered(text: string): string {
  const ids = [...new Set(text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g))]
  return ids.reduce((rest, id, at) => rest.replaceAll(id, `id-${at + 1}`), text)
}

const ofProvider = { go: oapiCodegen, python: openapiPythonClient, java: openapiGeneratorJava }

export const documentTrials: readonly LanguageTrial[] = [
  documentTrial(oapiCodegen, 'eight operations', 'go/next-operation', callNext),
  ...Object.entries(ofProvider).map(([folder, row]) =>
    documentTrial(row, "a provider's document", `${folder}/provider`, callProvider),
  ),
]
