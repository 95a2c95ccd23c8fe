/** Runs what looks for mistakes, and names each before it begins: `npm run lint`, and of `npm run typecheck` the compiler. */
import { spawnSync } from 'node:child_process'
import { redocly } from './lib/redocly.js'
import { step } from './lib/step.js'

const links = 'remark --frail --quiet --no-stdout --use remark-validate-links=repository:false'
const linters = {
  'Linting the code': 'eslint .',
  'Checking the format': 'prettier --check --log-level warn .',
  'Looking for code that nothing uses': 'knip --no-progress',
  'Checking the layers': 'depcruise --output-type err src scripts',
  'Checking the links': `${links} *.md .github openapi scripts/bench scripts/overlay src test`,
}
const isOfTypes = process.argv[2] === 'types'

const programs = isOfTypes ? { 'Compiling all code': 'tsc --noEmit' } : linters
for (const [what, command] of Object.entries(programs)) {
  step(what)
  if (spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0) process.exit(1)
}
if (!isOfTypes) {
  step('Linting the document and its workflow')
  const documents = ['openapi/openapi.yaml', 'generated/openapi-3.0.json']
  const workflow = ['openapi/conformance.arazzo.yaml', 'openapi/token-endpoint.yaml']
  const { code, output } = redocly('lint', ...documents, ...workflow, '--format', 'stylish')
  console.log(output.trim())
  process.exitCode = code
}
