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
import { startFarSide } from '../../network/process.js'
import { inFolder } from '../../support/runs.js'
import { skip, tryAll } from '../../support/trials.js'
import { packOne } from '../package/project.js'
import { makeProject, type Project } from './project.js'
import { allRuntimes, bun, deno, node, pinned, type Runtime } from './runtimes.js'
import type { Setting } from './scenario.js'
import { failures, type Finding, runtimesTable, type RuntimeTrial } from './table.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
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

// Every project has an undici installed, but only Node is tried with it.
const newest = [...pinned, ...all].flatMap(({ undici = [] }) => undici).at(-1) ?? ''
const [mock, faults] = await Promise.all([startMock(), startFarSide()])
try {
  const { tried, isWhole } = await inFolder('runtimes', tryRuntimes)
  const table = runtimesTable(tried)
  console.log(`\n${table}`)
  if (values.write && isWhole)
    await recordIn('test/systems/runtimes/README.md', 'suite -- runtimes').keep(table)
} finally {
  await Promise.all([mock.stop(), faults.stop()])
}

async function tryRuntimes(folder: string) {
  const { tarball } = await packOne(folder)
  const { id: clientId, secret: clientSecret } = mockClient
  const setting: Setting = {
    mock: { baseUrl: mock.url, tokenUrl: mock.tokenUrl, clientId, clientSecret, scopes },
    examples: await readFirstExamples(),
    faults: faults.url,
  }
  const projects = new Map<string, Promise<Project>>()
  const projectWith = (undici: string): Promise<Project> => {
    const made = projects.get(undici) ?? makeProject(join(folder, undici), tarball, undici)
    projects.set(undici, made)
    return made
  }
  const trials = all.map((runtime): RuntimeTrial => ({
    runtime,
    title: `${runtime.name} ${runtime.version}`,
    run: async () => tryRuntime(runtime, await projectWith(runtime.undici ?? newest), setting),
    problems: (findings) => findings.flatMap(failures),
  }))
  // Two at a time: each waits most of the time.
  return tryAll(trials, positionals)
}

async function tryRuntime(runtime: Runtime, project: Project, setting: Setting) {
  const ways = [{ over: 'fetch', undici: false }]
  if (runtime.undici !== undefined) ways.push({ over: `undici ${runtime.undici}`, undici: true })
  const run = await runtime.prepare().catch(skip)
  const findings: Finding[] = []
  for (const { over, undici } of ways) {
    const lines = await run(project, { ...setting, undici }).catch((error: unknown) => [
      { kind: 'step' as const, name: 'the scenario', failure: (error as Error).message },
    ])
    findings.push({ runtime, over, lines })
  }
  return findings
}
