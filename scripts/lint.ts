/** Lints the document and its form in OpenAPI 3.0, and prints Redocly's score of it, which gates nothing. */
import { redocly } from './redocly.js'

const document = 'openapi/openapi.yaml'
const derived = 'generated/openapi-3.0.json'
const lint = await redocly(
  'lint',
  document,
  derived,
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
