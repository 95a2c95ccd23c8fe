/** Runs one of the suites that test/systems/README.md lists, with further words and options for it; without a name, lists them. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { installTools } from './lib/install-tools.js'
import { step } from './lib/step.js'

const [name = '', ...words] = process.argv.splice(2)
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
process.argv.push(...words)
const program = `test/systems/${name}/run.ts`
if (existsSync(program)) await import(pathToFileURL(program).href)
else {
  // Each test is named when it ends: one file of a suite takes more than a minute.
  const reporters = ['--reporter=verbose', '--reporter=./test/support/skipped.ts']
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    name,
    ...reporters,
    ...words,
  ]
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1
}
