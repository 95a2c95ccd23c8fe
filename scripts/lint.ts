/**
 * Lints the document, its form in OpenAPI 3.0 and the workflow with the token endpoint that it calls, and checks the
 * links of the Markdown files.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { redocly } from './lib/redocly.js'
import { brokenLinks } from './lint/links.js'

/** Prints problems, which fail the command, or that there is none. */
function tell(problems: readonly string[], none: string): void {
  console.log(problems.length === 0 ? none : problems.join('\n'))
  if (problems.length > 0) process.exitCode = 1
}

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
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly files: readonly string[]
  readonly homepage?: string
  readonly repository?: { readonly url: string }
}
const repository = manifest.repository?.url.replace(/^git\+|\.git$/g, '')
const address = repository ?? manifest.homepage
const broken = brokenLinks({
  root: process.cwd(),
  files,
  ...(address !== undefined && { packed: manifest.files }),
  ...(repository !== undefined && { repository }),
})
tell(broken, `The links of ${files.length} files lead somewhere.`)
