/** Runs one of the suites that `npm test` leaves out, with further words and options for the suite, or lists them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { step } from './lib/step.js'
import { suites } from './suite/suites.js'

const [name = '', ...words] = process.argv.splice(2)
const suite = suites[name]
if (suite === undefined) list()
else {
  await import('./tools.js')
  const [, takes, , shows] = suite
  step(`${name}: ${shows}, about ${takes}`)
  process.argv.push(...words)
  const program = `test/systems/${name}/run.ts`
  if (existsSync(program)) await import(pathToFileURL(program).href)
  else {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name, ...words]
    process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
  }
}

function list(): void {
  const widths = [12, 23, 7, 24]
  const head = ['NAME', 'AFTER A CHANGE OF', 'TAKES', 'NEEDS', 'SHOWS']
  const rows = Object.entries(suites).map(([name, cells]) => [name, ...cells])
  console.log('npm run suite -- NAME [WORD...]: words choose parts of a suite\n')
  for (const row of [head, ...rows])
    console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(''))
  console.log(
    '\nWhat a machine lacks is skipped; with REQUIRE_TOOLS=1 it fails. FULL=1 runs all cases.',
  )
  if (name === '') return
  console.error(`\n${name} is not a suite.`)
  process.exitCode = 1
}
