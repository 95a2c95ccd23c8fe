/**
 * Lints the document, its form in OpenAPI 3.0 and the workflow with the token endpoint that it calls, and checks the
 * links of the Markdown files.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { redocly } from './lib/redocly.js'
import { brokenLinks } from './lint/links.js'

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

const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md']
const listed = execFileSync('git', list, { encoding: 'utf8' }).trimEnd().split('\n')
// The first page of the reference has links within that.
const files = listed.filter((file) => existsSync(file) && file !== 'scripts/docs/start.md')
const broken = brokenLinks('.', files)
console.log(broken.join('\n') || `The links of ${files.length} files lead somewhere.`)
if (broken.length > 0) process.exitCode = 1
