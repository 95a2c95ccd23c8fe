import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readFirstExamples } from '../../../scripts/lib/examples.js'
import { cases } from '../../support/cases.js'
import { must, type Options, root, run } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import { lacks, needed } from '../../support/tools.js'
import type { Command, Row } from './row.js'
import { oapiCodegen } from './rows/go.js'
import { openapiGeneratorJava } from './rows/openapi-generator.js'
import { openapiPythonClient } from './rows/python.js'
import { progenitor } from './rows/rust.js'
import { openapiTypescript } from './rows/typescript.js'
import { type Services, startServices } from './services.js'

const others = [openapiGeneratorJava, progenitor, openapiPythonClient, oapiCodegen]
/** On a push, the suite `clients` calls by openapi-typescript. */
const rows = cases([...others, openapiTypescript], others)

it.concurrent.for(rows)(
  'the client of $generator $version in $language calls the mock, and refuses what the table of openapi/README.md says',
  async (row, context) => {
    const missing = row.tools.filter(lacks)
    context.skip(missing.length > 0, `no ${missing.join(', ')}`)
    const cells = await needed(
      context,
      inFolder('languages', (folder) => tryRow(row, folder)),
    )
    const names = [row.language, `${row.generator} ${row.version}`]
    const table = await readFile(join(root, 'openapi/README.md'), 'utf8')
    expect(table.split('\n')).toContain(`| ${[...names, ...cells].join(' | ')} |`)
  },
)

/** @returns what becomes of an unknown value in an answer, and what the compiler refuses */
async function tryRow(row: Row, cwd: string): Promise<[string, string]> {
  await cp(join(root, 'test/systems/languages', row.folder), cwd, { recursive: true })
  const document = join(root, 'generated', row.form ?? 'openapi.json')
  const { compile, call } = await row.make(cwd, document)
  const file = join(cwd, row.program)
  const source = await readFile(file, 'utf8')
  const refused = refusedIn(row.program, source, (await run(compile, { cwd })).output)
  await writeFile(file, source.replaceAll(marked, ''))
  await must(compile, { cwd })
  const services = await startServices()
  try {
    return [await makeCalls(services, call, cwd), refused.join(', ')]
  } finally {
    await services.stop()
  }
}

const marked = /^.*(?:\/\/|#) refused: (\w+)\n/gm

/** The compiler has to complain about each marked line, and about no other. */
function refusedIn(file: string, source: string, output: string): string[] {
  const places = output.matchAll(new RegExp(`${file.replace('.', '\\.')}[:(](\\d+)`, 'g'))
  const lines = source.split('\n').map((line) => `${line}\n`)
  const found = [...new Set([...places].map(([, line]) => Number(line)))].sort((a, b) => a - b)
  const refused = found.map((line) => lines[line - 1] ?? '')
  assert.deepEqual(refused, source.match(marked), output.slice(-4000))
  return refused.map((line) => line.replace(marked, '$1'))
}

/** The bodies that each program sends, in this order. */
const bodies = [
  { crypto_network: 'BASE', address: '0x1' },
  { profile_id: 'treasury', market: 'PAXGUSD', side: 'BUY', base_amount: '1.5' },
  {
    profile_id: 'treasury',
    ref_id: 'order-2031',
    amount: '1250.50',
    source_asset: 'USDC',
    target_asset: 'USDG',
  },
]
const printed = 'PENDING\n4000.10 BUY\nCREATED\n'

/** Makes the calls, and then once more with a side in an answer that is not listed. @returns what becomes of that */
async function makeCalls(services: Services, call: Command, cwd: string): Promise<string> {
  const options: Options = { cwd, env: services.env }
  assert.equal((await must(call, options)).stdout, printed)
  assert.deepEqual(
    services.received.map((body) => JSON.parse(body) as unknown),
    bodies,
  )
  const examples = await readFirstExamples()
  const quote = examples.find(({ operationId }) => operationId === 'createIssuerQuote')
  const body = { ...(quote?.response as object), side: 'HOLD' }
  services.mock.next('createIssuerQuote', { status: 200, body })
  const { code, stdout } = await run(call, options)
  const [, side = ''] = /^4000\.10 (.*)$/m.exec(stdout) ?? []
  if (code !== 0) return 'lost'
  return side === 'HOLD' ? 'survives' : `as ${side}`
}
