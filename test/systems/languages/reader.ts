import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readExamples } from '../../../scripts/lib/examples.js'
import { brokenRules } from '../../support/rules.js'
import { missing, must } from '../../support/run.js'
import { withPrograms } from './attempt.js'
import type { Work } from './row.js'

/** A tool that takes the document without making a client of it. */
export interface Reader {
  /** A generator's code is only compiled. A server and a client judge bodies. */
  readonly use: 'parser' | 'importer' | 'server' | 'client' | 'generator'
  readonly tool: string
  readonly version: string
  /** The program, below test/systems/languages. */
  readonly folder: string
  /** The forms of the document that it reads. */
  readonly documents: readonly ('openapi.json' | 'openapi-3.0.json')[]
  readonly tools: readonly string[]
  readonly limits: readonly string[]
  /** How many examples it has as documented. @default all */
  readonly keeps?: number
  prepare(work: Work): Promise<void>
  command(work: Work): readonly string[]
}

/** What came of a reader. */
export interface Reading {
  readonly reader: Reader
  readonly absent?: readonly string[]
  readonly failure?: string
  /** How many examples it has as documented, or takes. */
  readonly kept?: number
  /** The bodies that break a rule and that it takes nevertheless, where it judges bodies. */
  readonly taken?: readonly string[]
}

interface Line {
  readonly example?: { readonly operationId: string; readonly name: string }
  /** What the tool has of an example. */
  readonly request?: unknown
  readonly response?: unknown
  /** Or whether it takes one. */
  readonly taken?: boolean
  readonly why?: string
  readonly rule?: string
  readonly setUp?: Readonly<Record<string, unknown>>
}

/** What a user of an importer should not have to fill in. */
const setUp = {
  address: 'https://api.example.com',
  tokenUrl: 'https://auth.example.com/oauth2/token',
  scopes:
    'transfer:write_crypto_destination_address conversion:write_conversion_stablecoin exchange:write_issuer_quote',
}

/** Gives each form of the document to a tool, with every example and every broken rule. */
export async function read(reader: Reader): Promise<Reading> {
  const absent = await missing(reader.tools)
  if (absent.length > 0) return { reader, absent }
  try {
    const readings: Reading[] = []
    for (const document of reader.documents)
      readings.push(await withPrograms(reader.folder, document, (work) => readOnce(reader, work)))
    const [first, ...others] = readings
    for (const other of others)
      if (!isDeepStrictEqual(other, first))
        throw new Error(`the forms are read in different ways: ${JSON.stringify(readings)}`)
    return first ?? { reader, failure: 'no document was given' }
  } catch (error) {
    return { reader, failure: error instanceof Error ? error.message : String(error) }
  }
}

async function readOnce(reader: Reader, work: Work): Promise<Reading> {
  const { folder, document } = work
  const examples = await readExamples()
  const paths = new Map(
    examples.map(({ operationId, method, path }) => [operationId, { method, path }]),
  )
  const broken = brokenRules.map((rule) => ({ ...rule, ...paths.get(rule.operationId) }))
  const cases = join(folder, 'cases.json')
  await writeFile(cases, JSON.stringify({ examples, broken }))
  await reader.prepare(work)
  const env = { DOCUMENT: document, CASES: cases }
  const { stdout } = await must(reader.command(work), { cwd: folder, env })
  if (reader.use === 'generator') return { reader }
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const lost = examples.flatMap(({ operationId, name, body, response }) => {
    const line = lines.find((one) => isDeepStrictEqual(one.example, { operationId, name }))
    const has = isDeepStrictEqual([line?.request, line?.response], [body, response])
    if (line?.taken === true || has) return []
    return [`${operationId} ${name}: ${line?.why ?? JSON.stringify(line)}`]
  })
  const kept = examples.length - lost.length
  if (kept !== (reader.keeps ?? examples.length))
    throw new Error(`it keeps ${kept}: ${lost.join()}`)
  const found = lines.find((line) => line.setUp !== undefined)?.setUp
  if (reader.use === 'importer' && !isDeepStrictEqual(found, setUp))
    throw new Error(`it sets up ${JSON.stringify(found)}`)
  if (reader.use !== 'server' && reader.use !== 'client') return { reader, kept }
  const judged = lines.filter(({ rule }) => rule !== undefined)
  if (judged.length !== broken.length)
    throw new Error(`${judged.length} of ${broken.length} broken rules were tried`)
  const taken = judged.filter((line) => line.taken === true).map(({ rule }) => rule ?? '')
  return { reader, kept, taken }
}
