/** Runs one of the suites that `npm test` leaves out, with further words and options for the suite, or lists them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { step } from './lib/step.js'

/** Projects of `vitest.config.ts` and folders of `test/systems/`. The time is that of two cores, without downloads. */
const list = `npm run suite -- NAME [WORD...]    words choose parts of a suite

NAME        AFTER A CHANGE OF      TAKES  NEEDS                   SHOWS
faults      sending, outcomes      100 s  openssl                 faults over real sockets
simulation  sending, outcomes      30 s   nothing more            many calls in simulated networks
crash       journal                110 s  PostgreSQL              programs killed or frozen, on SQLite and PostgreSQL
engines     journal                40 s   PostgreSQL, Redis       killed workers of pg-boss, BullMQ, DBOS and Restate
fleet       tokens                 5 s    Redis                   the store of the guide, over a real Redis
package     build, types, entries  110 s  the registry            the packages, installed and used as by an adopter
runtimes    build, types, entries  50 s   Chromium, openssl       Node.js, Bun, Deno, workerd, Chromium, OpenTelemetry
languages   document, generator    45 s   Python, Go, Java, Rust  clients that other generators make, in five languages
clients     document, generator    20 s   Python, Go, Java, curl  samples, the quickstart, clients of other generators
pages       guides, pages          60 s   Chromium, openssl       pages in a browser, the proxies of the guide
tools       mock, README           20 s   nothing more            commands: the mock, the demo, conformance

What a machine lacks is skipped; with REQUIRE_TOOLS=1 it fails. FULL=1 tries all cases.`

const [name = '', ...words] = process.argv.splice(2)
const row = list.split('\n').find((line) => line.startsWith(`${name}  `))
if (row === undefined) {
  console.log(list)
  if (name !== '') console.error(`\n${name} is not a suite.`)
  process.exit(name === '' ? 0 : 1)
}
await import('./tools.js')
step(row.replaceAll(/ {2,}/g, ', '))
process.argv.push(...words)
const program = `test/systems/${name}/run.ts`
if (existsSync(program)) await import(pathToFileURL(program).href)
else {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name, ...words]
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
}
