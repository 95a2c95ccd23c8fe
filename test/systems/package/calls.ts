import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { must, root } from '../../support/run.js'
import { startServices } from '../languages/services.js'
import { entries, program, toCommonJs } from './programs.js'
import { type Check, copyOf, fetched, name, none, readJson } from './project.js'

/** A warning, such as of an experiment, would reach every user's terminal. */
async function quietly(command: readonly string[], cwd: string): Promise<void> {
  const { output } = await must(['node', ...command], { cwd })
  if (output !== '') throw new Error(`${command.join(' ')} printed:\n${output}`)
}

/** As on AWS Lambda. */
const withoutRequire = '--no-experimental-require-module'

const database = '@electric-sql/pglite'

export const calls: Check = {
  about: 'import and require',
  async run({ folder, project }) {
    const { exports } = await readJson<{ exports: object }>(
      join(project, 'node_modules', name, 'package.json'),
    )
    const untried = Object.keys(exports).filter(
      (entry) => !/\.\w+$/.test(entry) && !(entry in entries),
    )
    none(untried.map((entry) => `no program calls ${entry}`))
    const undici = await fetched('undici@7.30.2')
    const pglite = await fetched(`${database}@${manifest.devDependencies[database]}`)
    const place = await copyOf(project, join(folder, 'calls'), [undici, pglite])
    await copyOf(join(root, 'test/systems/package/consumer'), place)
    const { env, stop } = await startServices()
    const addresses = [env.BASE_URL, env.TOKEN_URL, env.TOKEN]
    try {
      for (const [entry, make] of Object.entries(entries)) {
        const file = entry.replace(/\W*/, 'entry-')
        await writeFile(join(place, `${file}.mjs`), program(make))
        await writeFile(join(place, `${file}.cjs`), toCommonJs(program(make)))
        await quietly([`${file}.mjs`, ...addresses], place)
        await quietly([`${file}.cjs`, ...addresses], place)
        await quietly([withoutRequire, `${file}.cjs`, ...addresses], place)
      }
    } finally {
      await stop()
    }
    await quietly(['two-copies.cjs'], place)
    const { length } = Object.keys(entries)
    return `the three calls of ${length} entries, as ES modules, as CommonJS, and with ${withoutRequire}; both copies in one program; nothing printed`
  },
}
