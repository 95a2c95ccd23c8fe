/**
 * Lints the document, its form in OpenAPI 3.0 and the workflow with the token endpoint that it calls, and asks other
 * tools for a second opinion. Checks the links and the words of the prose.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { git } from './lib/git.js'
import { redocly } from './lib/redocly.js'
import { brokenLinks } from './lint/links.js'
import { wrongWords } from './lint/prose.js'
import { opinionOfWorkflow, secondOpinions } from './lint/second-opinions.js'

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

const opinions = {
  ...(await secondOpinions('generated/openapi.json')),
  "Spectral's arazzo rules, the workflow": await opinionOfWorkflow(workflow),
}
for (const [tool, against] of Object.entries(opinions))
  tell(
    against.map((problem) => `By ${tool}: ${problem}`),
    `Valid by ${tool}.`,
  )

const listed = await git('.', 'ls-files', '--cached', '--others', '--exclude-standard', '*.md')
const files = listed.split('\n').filter((file) => existsSync(file))
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

const prose = [...files, document, workflow, tokenEndpoint]
const wrong = prose.map(async (file) => wrongWords(file, await readFile(file, 'utf8')))
tell((await Promise.all(wrong)).flat(), `The words of ${prose.length} files are plain.`)
