import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { redocly } from '../lib/redocly.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const common = { bundle: true, format: 'esm', logLevel: 'error' } as const

/**
 * Builds the package into a folder inside the project, and beside it, in `bench`, the files that
 * measured processes run: plain JavaScript, so that no time for translating them is measured.
 */
export async function buildMeasured(built: string): Promise<void> {
  await rm(join(built, 'bench'), { recursive: true, force: true })
  await run('npm', ['run', '--silent', 'build', '--', relative(root, built)], { cwd: root })
  await buildPrograms(built)
}

/** Builds what the measured processes run, beside the package. */
export async function buildPrograms(built: string): Promise<void> {
  const files = ['server', 'worker', 'validation']
  await build({
    ...{ ...common, packages: 'external', platform: 'node', target: 'node20.19' },
    entryPoints: files.map((name) => join(root, `scripts/bench/measured/${name}.ts`)),
    outdir: join(built, 'bench'),
  })
}

export const heyApi = '@hey-api/openapi-ts@0.99.0'

/** What a bundle of a generated client is made of, and what writes it into a folder. */
export const generators = [
  {
    name: 'redocly',
    entry: "export { client } from './client.ts'",
    write: async (document: string, folder: string): Promise<void> => {
      const output = ['--generator', 'typescript', '--output', join(folder, 'client.ts')]
      const { code, stderr } = await redocly('generate-client', document, ...output)
      if (code !== 0) throw new Error(stderr)
    },
  },
  {
    name: 'hey-api',
    entry: `export { client } from './client/client.gen.ts'
export * as methods from './client/sdk.gen.ts'`,
    write: async (document: string, folder: string): Promise<void> => {
      const tool = ['--yes', '--ignore-scripts', '-p', heyApi, '-p', 'typescript@5.9.3']
      const target = ['openapi-ts', '-i', document, '-o', join(folder, 'client')]
      // In the project, npx would take its TypeScript and not put one beside the tool.
      await run('npx', [...tool, ...target], { cwd: tmpdir() })
    },
  },
]

/** Generates the clients of other tools, one file each; gives back the names of those that could not be. */
export async function writeGeneratedClients(built: string): Promise<string[]> {
  const absent: string[] = []
  for (const { name, entry, write } of generators) {
    const folder = join(built, 'bench/clients', name)
    await mkdir(folder, { recursive: true })
    const stdin = { contents: entry, resolveDir: folder }
    await write(join(root, 'generated/openapi.json'), folder)
      .then(() => build({ ...common, stdin, target: 'es2022', outfile: `${folder}.js` }))
      .catch(() => absent.push(name))
  }
  return absent
}
