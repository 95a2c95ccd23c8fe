/**
 * Lints the document, its form in OpenAPI 3.0 and the workflow with the token endpoint that it calls, asks other tools
 * for a second opinion, and prints Redocly's score of the document, which gates nothing. Checks the links and the words
 * of the prose.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { redocly } from './lib/redocly.js'
import { brokenLinks } from './lint/links.js'
import { wrongWords } from './lint/prose.js'
import { opinionOfWorkflow, secondOpinions } from './lint/second-opinions.js'

const document = 'openapi/openapi.yaml'
const derived = 'generated/openapi-3.0.json'
const workflow = 'openapi/conformance.arazzo.yaml'
const tokenEndpoint = 'openapi/token-endpoint.yaml'
const lint = await redocly(
  'lint',
  document,
  derived,
  workflow,
  tokenEndpoint,
  '--format',
  'stylish',
  '--max-problems',
  '1000',
)
const problems = /\b(\d+ warnings?|with \d+ (errors?|warnings?))\b/.test(lint.stderr + lint.stdout)
process.stdout.write((lint.stdout + lint.stderr).trimStart())
if (lint.code !== 0 || problems) process.exitCode = 1
else {
  const score = await redocly('score', document)
  const lines = score.stdout.split('\n').filter((line) => /%|\/100/.test(line))
  console.log(lines.filter((line) => !line.includes('Operations with')).join('\n'))
}

const opinions = {
  ...(await secondOpinions('generated/openapi.json')),
  "Spectral's arazzo rules, the workflow": await opinionOfWorkflow(workflow),
}
for (const [tool, problems] of Object.entries(opinions)) {
  console.log(problems.length === 0 ? `Valid by ${tool}.` : `By ${tool}:\n${problems.join('\n')}`)
  if (problems.length > 0) process.exitCode = 1
}

const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md']
const { stdout } = await promisify(execFile)('git', list)
const files = stdout
  .trim()
  .split('\n')
  .filter((file) => existsSync(file))
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly files: readonly string[]
  readonly homepage?: string
  readonly repository?: { readonly url: string }
}
const repository = manifest.repository?.url.replace(/^git\+|\.git$/g, '')
const address = repository ?? manifest.homepage
const broken = brokenLinks({
  ...{ root: process.cwd(), files },
  ...(address !== undefined && { packed: manifest.files }),
  ...(repository !== undefined && { repository }),
})
console.log(
  broken.length === 0 ? `The links of ${files.length} files lead somewhere.` : broken.join('\n'),
)
if (broken.length > 0) process.exitCode = 1

const prose = [...files, document, workflow, tokenEndpoint]
const found = prose.map(async (file) => wrongWords(file, await readFile(file, 'utf8')))
const wrong = (await Promise.all(found)).flat()
console.log(wrong.length === 0 ? `The words of ${prose.length} files are plain.` : wrong.join('\n'))
if (wrong.length > 0) process.exitCode = 1
