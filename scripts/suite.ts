/** Runs one of the suites that test/systems/README.md lists, with options of Vitest for it; without a name, lists them. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { installTools } from './lib/install-tools.js'
import { step } from './lib/step.js'

const [name = '', ...options] = process.argv.slice(2)
const list = readFileSync('test/systems/README.md', 'utf8')
const row = list.split('\n').find((line) => line.startsWith(`| ${name} `))
if (row === undefined) {
  console.log(list)
  if (name !== '') console.error(`${name} is not a suite.`)
  process.exit(name === '' ? 0 : 1)
}
await installTools()
const [, , , takes, , shows] = row.split('|').map((cell) => cell.trim())
step(`${name}: ${shows}, about ${takes}`)
// Each test is named when it ends: one of a suite takes up to a minute.
const reporters = ['--reporter=verbose', '--reporter=./test/support/skipped.ts']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', name, ...reporters]
const { status } = spawnSync(process.execPath, [...vitest, ...options], { stdio: 'inherit' })
process.exitCode = status ?? 1
