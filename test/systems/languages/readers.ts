/** Tools that take the document without making a client of it, and what they read in it. */
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { listScopes } from '../../../scripts/lib/document.js'
import { readExamples } from '../../../scripts/lib/examples.js'
import { readAddresses } from '../../../scripts/rename/addresses.js'
import { document } from '../../support/document.js'
import { brokenRules } from '../../support/rules.js'
import { must, root } from '../../support/run.js'
import { printedBy } from '../../support/trials.js'
import { npmPackages, virtualEnvironment } from './cache.js'
import { type Form, type LanguageTrial, withPrograms, type Work } from './row.js'

interface Reader {
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

const versions = {
  '@apidevtools/swagger-parser': '12.1.0',
  'openapi-to-postmanv2': '6.3.3',
  '@usebruno/converters': '0.23.0',
  'express-openapi-validator': '5.6.2',
  'openapi-backend': '5.21.2',
  'fastify-openapi-glue': '4.11.4',
  '@scalar/mock-server': '0.14.4',
} as const

const packages = [
  ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
  ...['openapi-types@12.1.3', 'express@5.3.0', 'fastify@5.12.8'],
]

const both = ['openapi.json', 'openapi-3.0.json'] as const

/** A tool of typescript/readers.ts. */
function byNode(tool: keyof typeof versions, ...options: string[]) {
  return {
    tool,
    version: versions[tool],
    folders: ['typescript/readers'],
    forms: both,
    tools: ['npm'],
    async make({ folder }: Work) {
      const place = await npmPackages(`readers-${Object.values(versions).join('-')}`, ...packages)
      await symlink(join(place, 'node_modules'), join(folder, 'node_modules'))
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      return [join(root, 'node_modules/.bin/tsx'), 'program.ts', tool, ...options]
    },
  } as const
}

const readers: readonly Reader[] = [
  { use: 'parser', ...byNode('@apidevtools/swagger-parser') },
  {
    use: 'importer',
    ...byNode('openapi-to-postmanv2'),
    note: 'With `parametersResolution: "Example"`. Write the real token URL into the collection.',
  },
  {
    use: 'importer',
    ...byNode('@usebruno/converters'),
    note: 'The token URL stands in the collection and in each request: replace it in all of them.',
  },
  { use: 'server', ...byNode('express-openapi-validator') },
  {
    use: 'server',
    ...byNode('openapi-backend'),
    forms: ['openapi-3.0.json'],
    note: 'Of the 3.1 form it takes a reference with a description for a field.',
  },
  {
    use: 'server',
    ...byNode('fastify-openapi-glue', 'defaults'),
    tool: 'fastify-openapi-glue, with the options of Fastify',
    forms: ['openapi.json'],
    accepts: 20,
    note: "**Fastify's defaults drop what is not listed and turn a number into text.**",
  },
  {
    use: 'server',
    ...byNode('fastify-openapi-glue'),
    tool: 'fastify-openapi-glue, closed',
    forms: ['openapi.json'],
    note: 'With `ajv: { customOptions: { removeAdditional: false, coerceTypes: false } }`.',
  },
  { use: 'server', ...byNode('@scalar/mock-server') },
  {
    use: 'server',
    tool: 'connexion',
    version: '3.3.0', // as in python/connexion.txt
    folders: ['python'],
    forms: ['openapi-3.0.json'],
    tools: ['python3'],
    accepts: 1,
    note: 'With `strict_validation` and `validate_responses`. In Python `$` of a pattern stands before a newline at the end as well.',
    async make() {
      return [join(await virtualEnvironment('connexion.txt'), 'python'), 'connexion_server.py']
    },
  },
  {
    use: 'server',
    tool: 'kin-openapi',
    version: '0.152.0', // as in go/kin-openapi/go.mod
    folders: ['go/kin-openapi'],
    forms: both,
    tools: ['go'],
    async make({ folder }) {
      await must(['go', 'build', '-o', 'validate', '.'], { cwd: folder })
      return ['./validate']
    },
  },
]

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

/** Gives a form of the document to a tool, with every example and every broken rule. */
async function readForm(reader: Reader, work: Work): Promise<readonly string[]> {
  const { folder, document } = work
  const examples = await readExamples()
  const broken = brokenRules.map(({ operationId, rule, body }) => {
    const { method, url } = examples.find((one) => one.operationId === operationId) ?? {}
    return { operationId, rule, method, url, body }
  })
  const cases = join(folder, 'cases.json')
  await writeFile(cases, JSON.stringify({ examples, broken }))
  const env = { DOCUMENT: document, CASES: cases }
  const lines = await printedBy<Line>(await reader.make(work), { cwd: folder, env })
  for (const { operationId, name, body, response } of examples) {
    const line = lines.find((one) => isDeepStrictEqual(one.example, { operationId, name }))
    const has = isDeepStrictEqual([line?.request, line?.response], [body, response])
    if (line?.accepted !== true && !has)
      throw new Error(`${operationId} ${name}: ${JSON.stringify(line)}`)
  }
  const found = `all ${examples.length}, as documented`
  if (reader.use !== 'server') {
    const own = lines.find((line) => line.setUp !== undefined)?.setUp
    if (reader.use === 'importer' && !isDeepStrictEqual(own, setUp))
      throw new Error(`it sets up ${JSON.stringify(own)}`)
    return [found, 'judges no bodies']
  }
  const judged = lines.filter(({ rule }) => rule !== undefined)
  const accepted = judged.filter((line) => line.accepted === true).map(({ rule }) => rule ?? '')
  if (judged.length !== broken.length || accepted.length !== (reader.accepts ?? 0))
    throw new Error(`it lets ${accepted.length} of ${judged.length} through: ${accepted.join()}`)
  return [found, accepted.join(', ') || 'none']
}

/** @throws Error where it reads one form in another way than the other */
async function readForms(reader: Reader): Promise<readonly string[]> {
  const readings: (readonly string[])[] = []
  for (const form of reader.forms)
    readings.push(await withPrograms(reader.folders, form, (work) => readForm(reader, work)))
  const [first = [], ...others] = readings
  if (others.some((other) => !isDeepStrictEqual(other, first)))
    throw new Error(`the forms are read in different ways: ${JSON.stringify(readings)}`)
  return first
}

const section = {
  title: 'Tools that make no client of the document',
  head: ['Use', 'Tool', 'OpenAPI', 'Examples', 'Broken rules that it lets through'],
}

export const readerTrials: readonly LanguageTrial[] = readers.map((reader) => {
  const { use, tool, version, forms, tools, note } = reader
  const written = forms.map((name) => (name === 'openapi.json' ? '3.1' : '3.0')).join(' and ')
  return {
    title: `${use}, ${tool} ${version}`,
    section,
    names: [use, `${tool} ${version}`, written],
    tools,
    note: note && `${tool}: ${note}`,
    run: () => readForms(reader),
  }
})
