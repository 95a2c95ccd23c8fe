/**
 * Makes the project your own: the packages, their commands and the document get your name and your addresses, and the
 * changelog and what was released begin anew. What is made of them is made again. Nothing is committed.
 */
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { git } from './lib/git.js'
import { packagesOf, problemOf, renamed, replaceWords } from './lib/names.js'
import { addressOf, readAddresses, replacedAddresses } from './rename/addresses.js'

const help = `npm run rename -- NAME [--base-url URL] [--token-url URL]

NAME-api, NAME-mock and NAME-overlay are the packages then, also in code, guides
and workflows. The changelog begins anew, and nothing counts as released.

  --base-url URL   the base address, in place of the placeholder
  --token-url URL  the address of the token endpoint, in place of the placeholder`

const changelog = 'CHANGELOG.md'
const released = 'openapi/released.yaml'
/** A licence names who wrote what was forked, and the changelog from where it came. */
const kept = ['LICENSE', changelog, released]

interface Manifest {
  readonly name: string
  readonly version: string
}

async function readTexts(): Promise<Map<string, string>> {
  const files = (await git('.', 'ls-files', '-z')).split('\0').filter((file) => file !== '')
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(file, 'utf8')] as const),
  )
  return new Map(texts.filter(([file, text]) => !kept.includes(file) && !text.includes('\0')))
}

const options = {
  'base-url': { type: 'string' },
  'token-url': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @throws Error for a name that the repository has */
function assertFree(name: string, texts: ReadonlyMap<string, string>): void {
  for (const word of packagesOf(name))
    for (const [file, text] of texts)
      if (text.includes(word)) throw new Error(`${file} has ${word} already; choose another name`)
}

/** Runs npm, and shows nothing but what is wrong. */
function npm(...args: string[]): void {
  const shell = process.platform === 'win32' // where npm is a script
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell })
}

/** Folders that the overlay's command made and that are committed: they repeat the document. */
function makeFolders(texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    const [, names] = /^\/\/ Made by \S+-overlay from (.+)\. Do not edit\.\n/.exec(text) ?? []
    if (!/\/index\.[jt]s$/.test(file) || names === undefined) continue
    const folder = dirname(file)
    const overlays = names.split(', ').map((name) => join(folder, '..', name))
    const form = file.endsWith('.js') ? ['--js'] : []
    npm('run', '--silent', 'overlay', '--', ...overlays, '--out', folder, ...form)
  }
}

/** What the document and its README say of placeholders, for a person to edit. */
async function placeholders(): Promise<string[]> {
  const files = ['openapi/openapi.yaml', 'openapi/token-endpoint.yaml', 'openapi/README.md']
  const found = files.map(async (file) => {
    const lines = (await readFile(file, 'utf8')).split('\n')
    const numbers = lines.flatMap((line, at) =>
      /placeholder|reserved (?:example )?host/i.test(line) ? [at + 1] : [],
    )
    return numbers.length > 0 ? [`  ${file}: ${numbers.join(', ')}`] : []
  })
  return (await Promise.all(found)).flat()
}

async function rename(name: string, baseUrl?: string, tokenUrl?: string): Promise<void> {
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
  const from = /^(.+)-api$/.exec(manifest.name)?.[1]
  if (from === undefined) throw new Error(`${manifest.name} does not end with -api`)
  const problem = problemOf(name)
  if (problem !== undefined) throw new Error(`${name}: ${problem}`)
  if (name === from) throw new Error(`${name} is the project's name already`)
  const now = await readAddresses()
  const wanted = {
    baseUrl: baseUrl === undefined ? now.baseUrl : addressOf('--base-url', baseUrl),
    tokenUrl: tokenUrl === undefined ? now.tokenUrl : addressOf('--token-url', tokenUrl),
  }
  if ((await git('.', 'status', '--porcelain')) !== '')
    throw new Error('commit what you changed first, or put it away: a rename is a commit by itself')
  const texts = await readTexts()
  assertFree(name, texts)

  const names = renamed(from, name)
  const all = new Map([...names, ...replacedAddresses(now, wanted)])
  for (const [file, text] of texts) {
    // A test's address is its own.
    const changed = replaceWords(text, file.startsWith('openapi/') ? all : names)
    if (changed !== text) await writeFile(file, changed)
  }
  const origin = `${manifest.name} ${manifest.version}`
  await writeFile(
    changelog,
    `# Changelog\n\n## Unreleased\n\n- The first version, made of ${origin}.\n`,
  )
  await rm(released, { force: true })
  npm('version', '0.0.0', '--no-git-tag-version', '--ignore-scripts', '--allow-same-version')
  npm('run', '--silent', 'generate')
  makeFolders(texts)
  npm('run', '--silent', 'format')

  const files = (await git('.', 'status', '--porcelain')).split('\n')
  const left = await placeholders()
  console.log(
    [
      `${manifest.name} is ${name}-api now: ${files.length} files changed.`,
      `${changelog} begins anew, and ${released} is gone until your first release, which \`npm run release -- minor\` makes.`,
      'LICENSE keeps its line, as its terms ask. Add yours above it.',
      ...(left.length > 0
        ? ['These lines call the addresses placeholders. Say what is true now:', ...left]
        : []),
      'Look at `git diff`, and run `npm ci && npm test && npm run check`. Commit it then.',
    ].join('\n'),
  )
}

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [name, ...others] = positionals
  if (values.help) console.log(help)
  else if (name === undefined || others.length > 0)
    throw new Error(`one name is needed.\n\n${help}`)
  else await rename(name, values['base-url'], values['token-url'])
} catch (error) {
  console.error(`Not renamed: ${(error as Error).message}`)
  process.exitCode = 1
}
