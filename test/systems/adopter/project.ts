import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must, root } from '../../support/run.js'
import { copyOf, fetched, type Packed, readJson } from '../package/project.js'
import { fillIn, readSnippets } from './readme.js'

/** What an adopter installs beside the package, at exact versions. */
const beside = ['fastify@5.12.8', '@types/node@24.19.2'] as const

/** An empty project with the tarball in it, and the app: its own modules, and the README's snippets in them. */
export async function makeApp(
  packed: Packed,
  addresses: Readonly<Record<string, string>>,
): Promise<string> {
  const { devDependencies } = await readJson<{ devDependencies: { pino: string } }>(
    root,
    'package.json',
  )
  const more = await fetched(...beside, `pino@${devDependencies.pino}`)
  const place = await copyOf(packed, 'adopter', [more])
  const snippets = await readSnippets(addresses)
  await mkdir(join(place, 'app'))
  const unused = new Set(snippets)
  for (const name of await readdir(join(root, 'test/systems/adopter/app'))) {
    const module = await readFile(join(root, 'test/systems/adopter/app', name), 'utf8')
    const { text, used } = fillIn(module, snippets)
    used.forEach((snippet) => unused.delete(snippet))
    await writeFile(join(place, 'app', name), text)
  }
  const [untried] = unused
  if (untried !== undefined) throw new Error(`no module of the app has this snippet:\n${untried}`)
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', types: ['node'], skipLibCheck: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ rootDir: 'app', outDir: 'built' },
  }
  await writeFile(join(place, 'package.json'), '{ "private": true, "type": "module" }\n')
  await writeFile(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['app'] }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await must([process.execPath, compiler, '--pretty', 'false', '--project', place], { cwd: place })
  return place
}
