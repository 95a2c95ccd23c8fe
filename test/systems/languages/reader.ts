import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { listScopes } from '../../../scripts/lib/document.js'
import { readExamples } from '../../../scripts/lib/examples.js'
import { readAddresses } from '../../../scripts/rename/addresses.js'
import { document } from '../../support/document.js'
import { brokenRules } from '../../support/rules.js'
import { missing, must } from '../../support/run.js'
import { type Form, withPrograms, type Work } from './row.js'

/** A tool that takes the document without making a client of it. */
export interface Reader {
  /** A server judges bodies. */
  readonly use: 'parser' | 'importer' | 'server'
  readonly tool: string
  readonly version: string
  /** The folders of its program, below test/systems/languages. */
  readonly folders: readonly string[]
  /** The forms of the document that it reads. */
  readonly forms: readonly Form[]
  readonly tools: readonly string[]
  /** How many of the broken rules it lets through. @default 0 */
  readonly accepts?: number
  readonly note?: string
  /** @returns the command of its program, which prints a line for each example and each broken rule */
  make(work: Work): Promise<readonly string[]>
}

/** The result of a reader. */
export interface Reading {
  readonly reader: Reader
  readonly absent?: readonly string[]
  readonly failure?: string
  /** How many examples there are, each of which it has as documented, or takes. */
  readonly count?: number
  /** The bodies that break a rule and that it accepts nevertheless, where it judges bodies. */
  readonly accepted?: readonly string[]
}

interface Line {
  readonly example?: { readonly operationId: string; readonly name: string }
  /** The two sides of an example, as the tool has them. */
  readonly request?: unknown
  readonly response?: unknown
  /** Or whether it takes one. */
  readonly accepted?: boolean
  readonly rule?: string
  readonly setUp?: Readonly<Record<string, unknown>>
}

/** An importer leaves none of them to its user. */
const { baseUrl, tokenUrl } = await readAddresses()
const setUp = { address: baseUrl, tokenUrl, scopes: listScopes(document).join(' ') }

/** Gives each form of the document to a tool, with every example and every broken rule. */
export async function read(reader: Reader): Promise<Reading> {
  const absent = await missing(reader.tools)
  if (absent.length > 0) return { reader, absent }
  try {
    const readings: Reading[] = []
    for (const form of reader.forms)
      readings.push(await withPrograms(reader.folders, form, (work) => readForm(reader, work)))
    const [first, ...others] = readings
    if (first === undefined || others.some((other) => !isDeepStrictEqual(other, first)))
      throw new Error(`the forms are read in different ways: ${JSON.stringify(readings)}`)
    return first
  } catch (error) {
    return { reader, failure: String(error) }
  }
}

async function readForm(reader: Reader, work: Work): Promise<Reading> {
  const { folder, document } = work
  const examples = await readExamples()
  const broken = brokenRules.map(({ operationId, rule, body }) => {
    const { method, url } = examples.find((one) => one.operationId === operationId) ?? {}
    return { operationId, rule, method, url, body }
  })
  const cases = join(folder, 'cases.json')
  await writeFile(cases, JSON.stringify({ examples, broken }))
  const env = { DOCUMENT: document, CASES: cases }
  const { stdout } = await must(await reader.make(work), { cwd: folder, env })
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  for (const { operationId, name, body, response } of examples) {
    const line = lines.find((one) => isDeepStrictEqual(one.example, { operationId, name }))
    const has = isDeepStrictEqual([line?.request, line?.response], [body, response])
    if (line?.accepted !== true && !has)
      throw new Error(`${operationId} ${name}: ${JSON.stringify(line)}`)
  }
  const count = examples.length
  if (reader.use !== 'server') {
    const own = lines.find((line) => line.setUp !== undefined)?.setUp
    if (reader.use === 'importer' && !isDeepStrictEqual(own, setUp))
      throw new Error(`it sets up ${JSON.stringify(own)}`)
    return { reader, count }
  }
  const judged = lines.filter(({ rule }) => rule !== undefined)
  const accepted = judged.filter((line) => line.accepted === true).map(({ rule }) => rule ?? '')
  if (judged.length !== broken.length || accepted.length !== (reader.accepts ?? 0))
    throw new Error(`it lets ${accepted.length} of ${judged.length} through: ${accepted.join()}`)
  return { reader, count, accepted }
}
