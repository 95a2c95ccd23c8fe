/**
 * Starts the token servers that people run, and asks each of them for tokens in the ways that they are asked in.
 * `--only <name>` chooses servers; `--write` keeps the table in the guide.
 */
import { parseArgs } from 'node:util'
import { markdownTable, recordIn, today } from '../../../scripts/lib/record.js'
import { freePort } from '../../support/processes.js'
import { missing } from '../../support/run.js'
import { choose, conclude, stopwatch } from '../../support/runs.js'
import { keycloak } from './keycloak.js'
import { oidcProvider } from './oidc-provider.js'
import { startedPrograms } from './programs.js'
import { rows } from './rows.js'
import { makeClients, type Running, type TokenServer } from './server.js'
import { startService } from './site.js'

/** What became of one server. */
interface Finding {
  readonly server: TokenServer
  /** The programs that it needs and that are not here. */
  readonly absent?: readonly string[]
  /** What to tell, by the rows' titles. */
  readonly found?: ReadonlyMap<string, string>
  readonly failures?: readonly string[]
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
})
const all = [oidcProvider, ...startedPrograms, keycloak]
const chosen = choose(all, values.only, ({ name }) => name, 'some')

async function tryServer(server: TokenServer): Promise<Finding> {
  const absent = await missing(server.tools)
  if (absent.length > 0) return { server, absent }
  await server.prepare?.()
  const clients = await makeClients(server.takesAsciiAlone === true ? '' : 'é')
  const port = await freePort()
  const found = new Map<string, string>()
  const failures: string[] = []
  const start = () => server.start(clients, port)
  let running: Running = await start()
  let isAway = false
  const bringBack = async (): Promise<void> => {
    if (isAway) running = await start()
    isAway = false
  }
  const service = await startService(() => running)
  try {
    for (const [title, run] of rows) {
      const lack = server.lacks?.[title]
      const site = {
        server,
        clients,
        service,
        running,
        takeAway: async () => {
          await running.stop()
          isAway = true
          return bringBack
        },
      }
      try {
        found.set(title, lack === undefined ? await run(site) : `– (${lack})`)
      } catch (error) {
        failures.push(`${server.name}, ${title}: ${String(error)}`)
        found.set(title, 'FAILED')
        await bringBack()
      }
    }
  } finally {
    service.stop()
    await running.stop()
  }
  return { server, found, failures }
}

const findings: Finding[] = []
// One after the other: some of them are heavy.
for (const server of chosen) {
  const took = stopwatch()
  const finding = await tryServer(server).catch((error: unknown): Finding => ({
    server,
    failures: [`${server.name}: ${String(error)}`],
  }))
  findings.push(finding)
  const { absent = [], failures = [] } = finding
  const state =
    absent.length > 0 ? `skipped: no ${absent.join(', ')}` : failures.join('\n  ') || 'done'
  console.error(`${server.name} ${server.version}: ${state} (${took()})`)
}
// The servers as columns, the rows as rows.
const tried = findings.filter(({ found }) => found !== undefined)
const head = ['Way', ...tried.map(({ server }) => `${server.name} ${server.version}`)]
const lines = rows.map(([title]) => [title, ...tried.map(({ found }) => found?.get(title) ?? '')])
const table = `${markdownTable(head, lines)}\n\nMeasured on ${today()}.`
console.log(`\n${table}`)
const skipped = findings.some(({ absent }) => absent !== undefined)
const failed = findings.some(({ failures = [] }) => failures.length > 0)
conclude(failed, skipped)
if (values.write && !failed && !skipped && chosen.length === all.length)
  await recordIn('openapi/guides/secrets-and-rotation.md', 'test:tokens').keep(table)
