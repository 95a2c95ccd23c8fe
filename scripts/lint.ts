/** Lints the document, its form in OpenAPI 3.0, and the workflow with the token endpoint that it calls. */
import { redocly } from './lib/redocly.js'

const document = 'openapi/openapi.yaml'
const derived = 'generated/openapi-3.0.json'
const workflow = 'openapi/conformance.arazzo.yaml'
const tokenEndpoint = 'openapi/token-endpoint.yaml'
const lint = await redocly(
  ...['lint', document, derived, workflow, tokenEndpoint],
  ...['--format', 'stylish', '--max-problems', '1000'],
)
const problems = /\b(\d+ warnings?|with \d+ (errors?|warnings?))\b/.test(lint.stderr + lint.stdout)
process.stdout.write((lint.stdout + lint.stderr).trimStart())
if (lint.code !== 0 || problems) process.exitCode = 1
