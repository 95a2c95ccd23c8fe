/**
 * Runs one of the suites that `npm test` leaves out: `npm run suite -- NAME`, with further words and options for the suite.
 * Without a name it lists them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Projects of vitest.config.ts. */
const projects = ['clients', 'faults', 'pages', 'tools']
/** Programs of their own. */
const programs = readdirSync('test/systems').filter((name) =>
  existsSync(`test/systems/${name}/run.ts`),
)

const [name = '', ...words] = process.argv.splice(2)
if (projects.includes(name)) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name, ...words]
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
} else if (programs.includes(name)) {
  process.argv.push(...words)
  await import(pathToFileURL(`test/systems/${name}/run.ts`).href)
} else {
  console.error(`npm run suite -- NAME takes ${[...projects, ...programs].sort().join(', ')}.`)
  process.exitCode = 1
}
