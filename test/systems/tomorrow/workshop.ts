import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { must, root, run } from '../../support/run.js'
import { nodeProgram } from '../runtimes/node.js'
import type { Table, Versions } from './dependencies.js'
import { passed, readRows, type Rows, skipped, theEnd } from './rows.js'

/** No table takes as long by far. */
const timeout = 30 * 60_000

/** What is in the project's own package.json; the rest is told to the tables. */
const isInstalled = (name: string): boolean =>
  name === 'undici' || name === 'oauth4webapi' || name.startsWith('@')

/** A copy of the project, in which one version after another is installed and the tables are run. */
export async function openWorkshop(base: Versions) {
  const folder = await mkdtemp(join(tmpdir(), 'tomorrow-'))
  // Also where it is stopped from outside.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(1))
  const left = ['node_modules', 'dist', '.git', '.schemathesis']
  await cp(root, folder, { recursive: true, filter: (file) => !left.includes(basename(file)) })
  const npm = ['npm', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // npm takes the links to the tools away whenever it installs.
  const tools = [process.execPath, '--import', 'tsx', 'scripts/tools.ts']
  await must([...npm, 'ci'], { cwd: folder })
  await must(tools, { cwd: folder })

  let present: Versions = {}
  /** Installs what of these is another than what is there. */
  const install = async (versions: Versions): Promise<void> => {
    const packages = Object.entries(versions)
      .filter(([name, version]) => isInstalled(name) && present[name] !== version)
      .map(([name, version]) => `${name}@${version}`)
    present = versions
    if (packages.length === 0) return
    // A version outside of the range that the package allows is tried as well.
    const flags = ['--save-exact', '--legacy-peer-deps']
    await must([...npm, 'install', ...flags, ...packages], { cwd: folder })
    await must(tools, { cwd: folder })
  }

  const table = async ([name, ...words]: Table, versions: Versions): Promise<Rows> => {
    const { node = '', undici = '', bun = '', deno = '', typescript = '' } = versions
    const file = join(folder, `${name}.json`)
    await rm(file, { force: true })
    // Beside the package, others install the undici that they are told; here it is needed for types alone.
    await install(name === 'faults' ? versions : { ...versions, undici: base['undici'] ?? '' })
    const program = await nodeProgram(node).catch(() => undefined)
    if (program === undefined) return { [theEnd]: skipped(`no Node.js ${node} from the registry`) }
    const rows = ['--rows', file, ...words]
    const script = (path: string): string[] => ['--import', 'tsx', path, ...rows]
    const runtimes = ['--node', node, '--undici', undici, '--bun', bun, '--deno', deno]
    const commands = {
      faults: [
        ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'faults'],
        ...['--reporter=json', `--outputFile=${file}`],
      ],
      chaos: [
        ...script('test/systems/chaos/run.ts'),
        ...['--node', node, '--undici', undici, '--conversions', '200'],
      ],
      runtimes: [...script('test/systems/runtimes/run.ts'), ...runtimes],
      types: [...script('test/systems/package/run.ts'), '--typescript', typescript],
    }
    const PATH = dirname(program) + delimiter + (process.env['PATH'] ?? '')
    // What the package does not allow is to be tried as well.
    const env = { PATH, REQUIRE_TOOLS: '', npm_config_legacy_peer_deps: 'true' }
    const { code, output } = await run([program, ...commands[name]], { cwd: folder, env, timeout })
    const read = name === 'faults' ? readFaults : readRows
    return read(file).then(
      (found) => ({ ...found, [theEnd]: passed }),
      () => ({ [theEnd]: `it ended with ${code}: ${output.trim().slice(-1_000)}` }),
    )
  }

  return table
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
      // As the tests are called: the describe's name, the number of the row, and its fault cut short.
      const [, over, number, fault] = /^faults over '([^']+)' (\d+): '(.*?)' →/.exec(fullName) ?? []
      const row = over === undefined ? fullName : `row ${number ?? ''} over ${over}: ${fault ?? ''}`
      return [row, status === 'passed' ? passed : (failure.split('\n')[0] ?? '')]
    }),
  )
}
