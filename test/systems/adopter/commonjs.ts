import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root, run } from '../../support/run.js'
import { Skipped } from '../package/check.js'
import type { Packed } from '../package/project.js'

/** What installs a project, and nothing that the project did not name. pnpm hides the packages of packages. */
export const managers = {
  npm: ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
  pnpm: ['npx', '--yes', '--prefer-offline', 'pnpm@10.34.8', 'install', '--prefer-offline'],
} as const

/** Installs a project of this folder with the tarball. */
export async function installProject(
  packed: Packed,
  project: string,
  manager: keyof typeof managers,
): Promise<string> {
  const folder = join(packed.folder, `${project}-${manager}`)
  await cp(join(root, 'test/systems/adopter', project), folder, { recursive: true })
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: object }
  const dependencies = { ...manifest.dependencies, 'stablecoin-issuer-api': packed.tarball }
  await writeFile(file, JSON.stringify({ ...manifest, dependencies }))
  const { code, output } = await run(managers[manager], { cwd: folder })
  if (code !== 0) throw new Skipped(`${manager} could not install ${project}:\n${output}`)
  return folder
}

/**
 * CommonJS as most have it: NestJS's layout with ts-jest, JavaScript with Jest and checkJs, compiled with
 * `module: commonjs` and with `node16`. The program that is compiled makes its calls. Gives what the tests said.
 */
export async function tryCommonJs(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const script = (name: string) => must(['npm', 'run', '--silent', name], { cwd: folder, env })
  for (const name of ['build', 'build:node16', 'check']) await script(name)
  for (const built of ['dist', 'dist16']) {
    const { stdout } = await must(['node', join(built, 'main.js')], { cwd: folder, env })
    if (!/^\d+\.\d+\.\d+ requested 200 ERR_INVALID_REQUEST\n$/.test(stdout))
      throw new Error(`${built}/main.js printed:\n${stdout}`)
  }
  const { output } = await script('test')
  return /^Tests: +(.*)$/m.exec(output)?.[1] ?? output
}
