/**
 * Lints the document, its form in OpenAPI 3.0 and the workflow with the token endpoint that it calls, asks other tools
 * for a second opinion, and prints Redocly's score of the document, which gates nothing.
 */
import { redocly } from './redocly.js'
import { opinionOfWorkflow, secondOpinions } from './second-opinions.js'

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
