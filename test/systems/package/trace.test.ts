import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { run } from '../../support/run.js'
import { needed } from '../../support/tools.js'
import { npmPackages } from '../languages/cache.js'
import { copyOf, name, packed, readJson } from './project.js'

const { folder, project } = packed()

/** The tracer of Next.js 14 to 16.1, and the newest one. */
const tracers = ['@vercel/nft@0.27.1', '@vercel/nft@1.11.5'] as const

interface Tracer {
  readonly nodeFileTrace: (
    files: readonly string[],
    options: { readonly base: string },
  ) => Promise<{ readonly fileList: ReadonlySet<string> }>
}

// Hosts copy the files that a tracer finds behind a program. A tracer knows fewer conditions of `exports` than Node.js:
// with `module-sync` beside `require`, the program asks for a file that was not copied.
it.for(tracers)(
  'a program of all entries starts where %s copied its files',
  async (tracer, context) => {
    const { exports } = await readJson<{ exports: object }>(
      join(project, 'node_modules', name, 'package.json'),
    )
    const paths = Object.keys(exports)
      .filter((entry) => !/\.\w+$/.test(entry))
      .map((entry) => name + entry.slice(1))
    const programs = {
      'traced.mjs': paths.map((path) => `import '${path}'\n`).join(''),
      'traced.cjs': paths.map((path) => `require('${path}')\n`).join(''),
    }
    const [{ nodeFileTrace }, undici] = await needed(
      context,
      Promise.all([load(tracer), npmPackages('undici@7.30.2')]),
    )
    const words = tracer.replaceAll(/\W/g, '-')
    const place = await copyOf(project, join(folder, `traced${words}`), [undici])
    for (const [file, source] of Object.entries(programs)) {
      await writeFile(join(place, file), source)
      const { fileList } = await nodeFileTrace([join(place, file)], { base: place })
      const host = join(folder, `${words}-${file}`)
      await mkdir(host)
      for (const one of fileList) await cp(join(place, one), join(host, one))
      expect(await run(['node', file], { cwd: host })).toMatchObject({ code: 0 })
    }
  },
)

async function load(tracer: string): Promise<Tracer> {
  const file = join(await npmPackages(tracer), 'node_modules/@vercel/nft/out/index.js')
  const { nodeFileTrace } = (await import(pathToFileURL(file).href)) as Tracer
  return { nodeFileTrace }
}
