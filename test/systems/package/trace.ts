import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from '../../support/run.js'
import { type Check, copyOf, fetched, name, none, readJson } from './project.js'

/** The tracer of Next.js 14 to 16.1, and the newest one. */
const tracers = ['@vercel/nft@0.27.1', '@vercel/nft@1.11.5'] as const

interface Tracer {
  readonly nodeFileTrace: (
    files: readonly string[],
    options: { readonly base: string },
  ) => Promise<{ readonly fileList: ReadonlySet<string> }>
}

/**
 * Hosts copy the files that a tracer finds behind a program. A tracer knows fewer conditions of `exports` than Node.js:
 * with `module-sync` beside `require`, the program asks for a file that was not copied.
 */
export const traced: Check = {
  about: 'traced files',
  async run({ folder, project }) {
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
    const place = await copyOf(project, join(folder, 'traced'), [await fetched('undici@7.30.2')])
    const problems: string[] = []
    for (const tracer of tracers) {
      const { nodeFileTrace } = await load(tracer)
      for (const [file, source] of Object.entries(programs)) {
        await writeFile(join(place, file), source)
        const { fileList } = await nodeFileTrace([join(place, file)], { base: place })
        const host = join(folder, `${tracer.replaceAll(/\W/g, '-')}-${file}`)
        await mkdir(host)
        for (const one of fileList) await cp(join(place, one), join(host, one))
        const { code, output } = await run(['node', file], { cwd: host })
        if (code !== 0) problems.push(`${file}, by ${tracer}:\n${output}`)
      }
    }
    none(problems)
    return `${paths.length} entries, as ES modules and as CommonJS, start where ${tracers.join(' and ')} copied them`
  },
}

async function load(tracer: string): Promise<Tracer> {
  const file = join(await fetched(tracer), 'node_modules/@vercel/nft/out/index.js')
  const { nodeFileTrace } = (await import(pathToFileURL(file).href)) as Tracer
  return { nodeFileTrace }
}
