/**
 * Starts the token servers that people run, and asks each of them for tokens in the ways that they are asked in.
 * `--only <name>` chooses servers; `--write` keeps the table in the guide.
 */
import { parseArgs } from 'node:util'
import { recordIn } from '../../../scripts/lib/record.js'
import { freePort } from '../../support/processes.js'
import { missing } from '../../support/run.js'
import { choose, conclude, stopwatch } from '../../support/runs.js'
import { makeClients } from './clients.js'
import { rows } from './rows.js'
import type { Running, TokenServer } from './server.js'
import { authlib } from './servers/authlib.js'
import { goOauth2 } from './servers/go-oauth2.js'
import { keycloak } from './servers/keycloak.js'
import { oidcProvider } from './servers/oidc-provider.js'
import { spring } from './servers/spring.js'
import { startService } from './service.js'
import { type Finding, serversTable } from './table.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
})
const all = [oidcProvider, authlib, goOauth2, spring, keycloak]
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
const table = serversTable(findings)
console.log(`\n${table}`)
const skipped = findings.some(({ absent }) => absent !== undefined)
const failed = findings.some(({ failures = [] }) => failures.length > 0)
conclude(failed, skipped)
if (values.write && !failed && !skipped && chosen.length === all.length)
  await recordIn('openapi/guides/secrets-and-rotation.md', 'test:tokens').keep(table)
