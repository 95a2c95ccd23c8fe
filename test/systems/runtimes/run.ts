/**
 * Packs the package, installs it in an empty project, and runs one scenario with it in each runtime. Words choose
 * runtimes by their names; `--write` keeps the table in test/systems/runtimes/README.md. Versions, such as `--bun 1.5.0`, are tried instead
 * of those that are pinned; `--rows` writes what came of each row into a file.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scopes } from '../../../generated/index.js'
import { readFirstExamples } from '../../../scripts/lib/examples.js'
import { recordIn } from '../../../scripts/lib/record.js'
import { startMock } from '../../../src/mock/server.js'
import { mockClient } from '../../../src/mock/token-server.js'
import { startFarSide } from '../../far-side/process.js'
import { choose, conclude, inFolder, inLanes, stopwatch } from '../../support/runs.js'
import { packOne } from '../package/project.js'
import { keepRows, passed, skipped } from '../tomorrow/rows.js'
import { makeProject, type Project } from './project.js'
import type { Setting } from './report.js'
import type { Prepared, Runtime } from './runtime.js'
import { allRuntimes, bun, deno, node, pinned } from './runtimes.js'
import { failures, type Finding, runtimesTable } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    rows: { type: 'string' },
    node: { type: 'string' },
    undici: { type: 'string', default: '' },
    bun: { type: 'string' },
    deno: { type: 'string' },
  },
})
const given = [
  ...(values.node === undefined ? [] : [node(values.node, values.undici)]),
  ...(values.bun === undefined ? [] : [bun(values.bun)]),
  ...(values.deno === undefined ? [] : [deno(values.deno)]),
]
const all = given.length > 0 ? given : await allRuntimes()
const titleOf = ({ name, version }: Runtime): string => `${name} ${version}`
const chosen = choose(all, positionals, titleOf, 'some')

// Every project has an undici installed, but only Node is tried with it.
const newest = [...pinned, ...all].flatMap(({ undici = [] }) => undici).at(-1) ?? ''
const [mock, faults] = await Promise.all([startMock(), startFarSide()])
try {
  const findings = await inFolder('runtimes', runAll)
  const table = runtimesTable(findings)
  console.log(`\n${table}`)
  await keepRows(values.rows, Object.fromEntries(findings.flatMap(told)))
  const failed = findings.some((finding) => failures(finding).length > 0)
  const skipped = findings.some(({ absent }) => absent !== undefined)
  conclude(failed, skipped)
  if (values.write && !failed && !skipped && chosen.length === all.length)
    await recordIn('test/systems/runtimes/README.md', 'test:runtimes').keep(table)
} finally {
  await Promise.all([mock.stop(), faults.stop()])
}

async function runAll(folder: string): Promise<Finding[]> {
  const { tarball } = await packOne(folder)
  const setting = await makeSetting()
  const projects = new Map<string, Promise<Project>>()
  const projectWith = (undici: string): Promise<Project> => {
    const made = projects.get(undici) ?? makeProject(join(folder, undici), tarball, undici)
    projects.set(undici, made)
    return made
  }
  // Two at a time: each waits most of the time.
  const found = await inLanes(2, chosen, async (runtime) =>
    tryRuntime(runtime, await projectWith(runtime.undici ?? newest), setting),
  )
  return found.flat()
}

/** The rows of a finding without the versions, and what came of each. */
function told({ runtime, over, absent, lines }: Finding): [row: string, result: string][] {
  const start = `${runtime.name} over ${over.split(' ')[0] ?? ''}`
  if (absent !== undefined) return [[start, skipped(absent)]]
  return lines.map(({ name, failure = passed }) => [`${start}: ${name}`, failure])
}

async function makeSetting(): Promise<Setting> {
  const { id: clientId, secret: clientSecret } = mockClient
  return {
    mock: { baseUrl: mock.url, tokenUrl: mock.tokenUrl, clientId, clientSecret, scopes },
    examples: await readFirstExamples(),
    faults: faults.url,
  }
}

async function tryRuntime(
  runtime: Runtime,
  project: Project,
  setting: Setting,
): Promise<Finding[]> {
  const ways = [{ over: 'fetch', undici: false }]
  if (runtime.undici !== undefined) ways.push({ over: `undici ${runtime.undici}`, undici: true })
  let run: Prepared
  try {
    run = await runtime.prepare()
  } catch (error) {
    const { message: absent, cause } = error as Error
    const why = cause instanceof Error ? `\n${cause.message}` : ''
    console.error(`${titleOf(runtime)}: skipped: ${absent}${why}`)
    return [{ runtime, over: 'fetch', absent, lines: [] }]
  }
  const findings: Finding[] = []
  for (const { over, undici } of ways) {
    const took = stopwatch()
    const lines = await run(project, { ...setting, undici }).catch((error: unknown) => [
      { kind: 'step' as const, name: 'the scenario', failure: (error as Error).message },
    ])
    const finding = { runtime, over, lines }
    const problems = failures(finding)
    const state = problems.length === 0 ? 'passed' : `failed\n  ${problems.join('\n  ')}`
    console.error(`${titleOf(runtime)} over ${over} (${took()}): ${state}`)
    findings.push(finding)
  }
  return findings
}
