/** Runs one of the suites that `npm test` leaves out: `npm run suite -- NAME`, with further words and options for the suite. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [name = ''] = process.argv.splice(2, 1)
const program = `test/systems/${name}/run.ts`
if (existsSync(program)) await import(pathToFileURL(program).href)
else {
  const words = ['run', '--project', name, ...process.argv.slice(2)]
  const vitest = ['node_modules/vitest/vitest.mjs', ...words]
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
}
