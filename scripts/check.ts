/**
 * Checks what CI checks before any test, as many things at once as there are cores. `--lint` is the part of the linters.
 * `--fast` looks only at the files that differ from where the branch left main, those that are not committed among them,
 * and at generated/. The compiler keeps what it found out for the next time.
 */
import { exec, execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { git, tryGit } from './lib/git.js'

const linters = [
  'eslint .',
  'prettier --check --log-level warn .',
  'knip --no-progress',
  'depcruise --output-type err src scripts',
  'tsx scripts/lint.ts',
]

/** The longest first: while the linter reads its files on one core, the other has time for all the rest. */
const all = [
  ...linters.slice(0, 1),
  'tsc --noEmit',
  ...linters.slice(1),
  'npm run --silent build && tsx scripts/api.ts --check && tsx scripts/size.ts',
  'npm run --silent generate -- --check',
  'npm run --silent diff -- --quiet',
]

interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** Runs commands that npm finds, and shows what each prints when it is over. */
async function checkAll(commands: readonly string[]): Promise<boolean> {
  const left = [...commands]
  const failed: string[] = []
  const work = async (): Promise<void> => {
    for (let command = left.shift(); command !== undefined; command = left.shift()) {
      const run = promisify(exec)(command, { maxBuffer: Infinity })
      const { stdout, stderr } = await run.catch((error: unknown) => {
        failed.push(command)
        return error as Printed
      })
      process.stdout.write(`> ${command}\n${stdout}${stderr}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const command of failed) console.error(`FAILED: ${command}`)
  return failed.length === 0
}

async function changedSince(base: string): Promise<string[]> {
  const lists = await Promise.all([
    git('.', 'diff', '--name-only', '--diff-filter=d', '-z', base),
    git('.', 'ls-files', '--others', '--exclude-standard', '-z'),
  ])
  return lists.flatMap((list) => list.split('\0')).filter((file) => file !== '')
}

/** What a program of Node printed where it failed. */
function failure([program = '', ...args]: readonly string[]): Promise<string | undefined> {
  return new Promise((done) => {
    execFile(process.execPath, [resolve(program), ...args], (error, stdout, stderr) => {
      done(error === null ? undefined : stdout + stderr)
    })
  })
}

/** ESLint with a project of the files and what they import, which is ready in half the time of the whole one. */
async function linterOf(code: readonly string[], folder: string): Promise<string[]> {
  const project = resolve(folder, 'check.tsconfig.json')
  const files = code.filter((file) => file.endsWith('ts')).map((file) => resolve(file))
  // Where modules of Vitest are declared further.
  const include = [resolve('test/support')]
  const config = { extends: resolve('tsconfig.json'), files, include, exclude: [] }
  await mkdir(folder, { recursive: true })
  await writeFile(project, JSON.stringify(config))
  const types = ['projectService:false', `project:${project}`]
  return [
    ...['node_modules/eslint/bin/eslint.js', '--no-warn-ignored'],
    ...types.flatMap((option) => ['--parser-options', option]),
    ...code,
  ]
}

async function checkChanged(): Promise<boolean> {
  const began = performance.now()
  const main = (await tryGit('merge-base', 'HEAD', 'main')) ?? 'HEAD'
  const files = await changedSince(main)
  const code = files.filter((file) => /\.[cm]?[jt]s$/.test(file))
  const modules = 'node_modules'
  const cache = `${modules}/.cache`
  const checks: Record<string, string[]> = {
    'generated/': [`${modules}/tsx/dist/cli.mjs`, 'scripts/generate.ts', '--check'],
    ...(files.length > 0 && {
      prettier: [
        ...[`${modules}/prettier/bin/prettier.cjs`, '--check', '--ignore-unknown'],
        ...['--log-level', 'warn', ...files],
      ],
    }),
    ...(code.length > 0 && {
      eslint: await linterOf(code, cache),
      types: [
        ...[`${modules}/typescript/bin/tsc`, '--incremental'],
        ...['--tsBuildInfoFile', `${cache}/check.tsbuildinfo`],
      ],
    }),
  }
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, command]) => ({ name, said: await failure(command) })),
  )
  const failed = found.filter(({ said }) => said !== undefined)
  for (const { name, said = '' } of failed) console.error(`${name}:\n${said.trim()}\n`)
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  const names = Object.keys(checks).join(', ')
  console.log(`Checked ${names} for ${files.length} changed files in ${seconds} s.`)
  return failed.length === 0
}

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { fast: flag, lint: flag } })
const passed = values.fast ? checkChanged() : checkAll(values.lint ? linters : all)
process.exitCode = (await passed) ? 0 : 1
