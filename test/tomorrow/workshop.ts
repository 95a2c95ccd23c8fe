import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { must, run } from '../languages/command.js'
import { nodeProgram } from '../runtimes/node.js'
import { root } from '../support/run.js'
import type { Table, Versions } from './dependencies.js'
import { type Rows, passed, readRows } from './rows.js'

/** No table takes as long by far. */
const timeout = 30 * 60_000

/** What is in the project's own package.json; the rest is told to the tables. */
const isInstalled = (name: string): boolean =>
  name === 'undici' || name === 'oauth4webapi' || name.startsWith('@')

/** A copy of the project, in which one version after another is installed and the tables are run. */
export async function openWorkshop(base: Versions) {
  const folder = await mkdtemp(join(tmpdir(), 'tomorrow-'))
  const left = ['node_modules', 'dist', '.git', '.schemathesis']
  await cp(root, folder, { recursive: true, filter: (file) => !left.includes(basename(file)) })
  const npm = ['npm', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await must([...npm, 'ci'], { cwd: folder })

  const install = async (versions: Versions): Promise<void> => {
    const packages = Object.entries(versions).filter(([name]) => isInstalled(name))
    if (packages.length === 0) return
    const named = packages.map(([name, version]) => `${name}@${version}`)
    // A version outside of the range that the package allows is tried as well.
    const flags = ['--save-exact', '--legacy-peer-deps']
    await must([...npm, 'install', ...flags, ...named], { cwd: folder })
  }

  const table = async ([name, ...words]: Table, versions: Versions): Promise<Rows> => {
    const { node = '', undici = '', bun = '', deno = '', typescript = '' } = versions
    const file = join(folder, `${name}.json`)
    await rm(file, { force: true })
    const program = await nodeProgram(node)
    const rows = ['--rows', file, ...words]
    const script = (path: string): string[] => ['--import', 'tsx', path, ...rows]
    const runtimes = ['--node', node, '--undici', undici, '--bun', bun, '--deno', deno]
    const commands = {
      faults: [
        ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'faults'],
        ...['--reporter=json', `--outputFile=${file}`],
      ],
      chaos: [
        ...script('test/chaos/run.ts'),
        ...['--node', node, '--undici', undici, '--conversions', '200'],
      ],
      runtimes: [...script('test/runtimes/run.ts'), ...runtimes],
      types: [...script('test/package/run.ts'), '--typescript', typescript],
    }
    const PATH = dirname(program) + delimiter + (process.env['PATH'] ?? '')
    const env = { PATH, REQUIRE_TOOLS: '' }
    const { code, output } = await run([program, ...commands[name]], { cwd: folder, env, timeout })
    const read = name === 'faults' ? readFaults : readRows
    return read(file).catch(() => {
      const end = output.trim().split('\n').slice(-3).join(' ').slice(-400)
      return { 'comes to its end': `ended with ${code}: ${end}` }
    })
  }

  await install(base)
  return { install, table, close: () => rm(folder, { recursive: true, force: true }) }
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** The rows of the fault table in the report of its tests. */
async function readFaults(file: string): Promise<Rows> {
  const { testResults } = (await readRows(file)) as unknown as Report
  const found = testResults.flatMap(({ assertionResults }) => assertionResults)
  if (found.length === 0) throw new Error('no row was run')
  return Object.fromEntries(
    found.map(({ fullName, status, failureMessages: [failure = status] }) => {
      return [fullName, status === 'passed' ? passed : (failure.split('\n')[0] ?? '')]
    }),
  )
}
