/**
 * Makes calls through real intermediaries that fail, and compares what the client says of each call with what
 * the backend knows. Words choose rows by their titles, all of which have to occur; `--only` chooses
 * situations by their names, `--node` and `--undici` other versions than those that are pinned; `--rows` writes what came
 * of each row into a file.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allLies } from '../../far-side/judge.js'
import { cases } from '../../support/cases.js'
import { makeCertificates } from '../../support/certificates.js'
import { choose, conclude, inFolder, inLanes, stopwatch } from '../../support/runs.js'
import { packOne } from '../package/project.js'
import { bundle, installPackage } from '../runtimes/project.js'
import { keepRows, passed, type Rows, skipped } from '../tomorrow/rows.js'
import { clients, clientsWith } from './clients.js'
import { connectProxy } from './connect-proxy.js'
import { envoy } from './envoy.js'
import { haproxy } from './haproxy.js'
import { nginx } from './nginx.js'
import { play, type Played } from './play.js'
import { chaosTable, type Finding, type Row, titleOf } from './table.js'
import { lied } from './truth.js'

// Servers meet thousands of errors here, and mapping the stack of each costs more than the calls.
process.setSourceMapsEnabled(false)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // At a push a fifth of what is made at night and for a release.
    conversions: { type: 'string', default: String(cases(2_000, 400)) },
    node: { type: 'string' },
    undici: { type: 'string', default: '' },
    rows: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    verbose: { type: 'boolean', default: false },
  },
})
const families = [nginx, haproxy, envoy, connectProxy]
const tried = values.node === undefined ? clients : clientsWith(values.node, values.undici)
const possible = families.flatMap((family) => tried.map((client): Row => ({ family, client })))
const rows = choose(possible, positionals, titleOf)

const absent = new Set(
  rows.flatMap(({ family: { program } }) =>
    program !== undefined && program.path === undefined ? [program.name] : [],
  ),
)
for (const name of absent) console.error(`${name} is not installed: its rows are skipped`)

const took = stopwatch()
const findings = await inFolder('chaos', playAll)
console.log(`\n${chaosTable(findings)}\n`)
console.log(took())
const left = [...absent].map((name) => [name, skipped('it is not installed')])
await keepRows(values.rows, Object.fromEntries([...findings.map(told), ...left]) as Rows)
const failed = findings.some(
  ({ tally, failure }) => failure !== undefined || (tally !== undefined && lied(tally)),
)
conclude(failed, absent.size > 0)
// Connections that something between still holds would keep the run from its end.
process.exit()

async function playAll(folder: string): Promise<Finding[]> {
  const present = rows.filter(({ family: { program } }) => !absent.has(program?.name ?? ''))
  const certificates = await makeCertificates(folder)
  const { tarball } = await packOne(folder)
  const projects = new Map<string, string>()
  for (const undici of new Set(present.map(({ client }) => client.undici))) {
    const project = join(folder, `undici-${undici}`)
    await installPackage(project, tarball, undici)
    await bundle(project, 'test/systems/chaos/program.ts')
    projects.set(undici, project)
  }
  // As many as a small machine has processors: more would only lead to timeouts.
  return inLanes(2, present, async (row, at) => {
    const began = performance.now()
    const stage = {
      folder: join(folder, `row-${at}`),
      project: projects.get(row.client.undici) ?? '',
      program: 'program.js',
      certificates,
      conversions: Number(values.conversions),
      only: values.only,
    }
    const failed = (error: unknown): Played => ({ failure: (error as Error).message })
    const result = await play(row, stage).catch(failed)
    return tell({ ...row, ...result, seconds: (performance.now() - began) / 1_000 })
  })
}

/** A row without the versions, and what came of it. */
function told({ family, client, tally, failure }: Finding): [row: string, result: string] {
  const row = `${family.name}, ${client.http2 ? 'HTTP/2' : 'HTTP/1.1'}, over ${client.over}`
  const lies = allLies.flatMap((lie) => (tally?.lies[lie] ? [`${lie}: ${tally.lies[lie]}`] : []))
  return [row, [...lies, ...(failure === undefined ? [] : [failure])].join('; ') || passed]
}

function tell(finding: Finding): Finding {
  const { tally, failure, seconds } = finding
  const state = failure ?? (tally && lied(tally) ? 'lied' : 'passed')
  console.error(`${titleOf(finding)} (${seconds.toFixed(0)} s): ${state}`)
  if (tally === undefined) return finding
  for (const [what, example] of tally.examples)
    if (values.verbose || allLies.some((lie) => what.endsWith(lie)))
      console.error(`  ${what}: ${example}`)
  if (values.verbose)
    for (const [name, ends] of tally.ends) console.error(`  ${name}:`, JSON.stringify(ends))
  return finding
}
