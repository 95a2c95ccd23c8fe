import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { root, run } from '../../support/run.js'
import type { Check } from './check.js'
import { copyOf, fetched, type Packed, readJson } from './project.js'

const guide = join(root, 'test/guides/test-your-code')

/** One that runs tests, with the files of the guide. */
interface Runner {
  readonly title: string
  readonly packages: readonly string[]
  readonly prepare: (place: string) => Promise<unknown>
  readonly command: readonly string[]
  readonly environment?: Record<string, string>
  /** What it prints when all of them passed. */
  readonly passed: RegExp
}

/** The same test as ES modules, which are loaded as they are. */
async function asModule(place: string): Promise<void> {
  const text = await readFile(join(place, 'quote.test.js'), 'utf8')
  const asImports = text.replaceAll(/const (\{.*\}) = require\((.*)\)/g, 'import $1 from $2')
  const globals = `import { expect, it, jest } from '@jest/globals'\n`
  await writeFile(join(place, 'quote.test.mjs'), globals + asImports)
  await writeFile(
    join(place, 'jest.config.cjs'),
    `module.exports = { testMatch: ['**/quote.test.mjs'] }`,
  )
}

/** Node 20 does not read types over. */
async function withoutTypes(place: string): Promise<void> {
  const text = await readFile(join(guide, 'node.test.mts'), 'utf8')
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  await writeFile(join(place, 'node.test.mjs'), outputText)
}

const jest = ['jest@30.5.2'] as const
const jestCommand = ['node', 'node_modules/jest/bin/jest.js']

async function allRunners(): Promise<readonly Runner[]> {
  const { devDependencies } = await readJson<{ devDependencies: Record<string, string> }>(
    root,
    'package.json',
  )
  return [
    {
      title: 'Jest as CommonJS',
      packages: jest,
      prepare: () => Promise.resolve(),
      command: jestCommand,
      passed: /Tests: +2 passed, 2 total/,
    },
    {
      title: 'Jest as ES modules',
      packages: jest,
      prepare: asModule,
      command: jestCommand,
      environment: { NODE_OPTIONS: '--experimental-vm-modules' },
      passed: /Tests: +2 passed, 2 total/,
    },
    {
      title: 'vitest',
      packages: [`vitest@${devDependencies['vitest'] ?? ''}`],
      prepare: (place) =>
        Promise.all(
          ['convert.ts', 'convert.test.ts'].map((name) => cp(join(guide, name), join(place, name))),
        ),
      command: ['node', 'node_modules/vitest/vitest.mjs', 'run', 'convert.test.ts'],
      passed: /Tests +5 passed \(5\)/,
    },
    {
      title: 'node:test',
      packages: [],
      prepare: withoutTypes,
      command: ['node', '--test', 'node.test.mjs'],
      passed: /^# pass 1$/m,
    },
  ]
}

/** The guide's tests over the fake, in a project that has nothing of this one. */
export const runners: Check = {
  about: 'test runners',
  async run(packed) {
    const found: string[] = []
    for (const runner of await allRunners()) found.push(await tried(packed, runner))
    return found.join(', ')
  },
}

async function tried(packed: Packed, runner: Runner): Promise<string> {
  const { title, packages, prepare, command, environment = {}, passed } = runner
  const more = packages.length === 0 ? [] : [await fetched(...packages)]
  const place = await copyOf(packed, title.replaceAll(/\W/g, '-'), more)
  await prepare(place)
  const env = { NO_COLOR: '1', CI: 'true', ...environment }
  const { code, output } = await run(command, { cwd: place, env })
  if (code !== 0 || !passed.test(output)) throw new Error(`${title}:\n${output}`)
  return `${title} passes`
}
