import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { freePort } from '../../support/processes.js'
import { must, root } from '../../support/run.js'
import { type Check, none } from './check.js'
import { entries, program } from './programs.js'
import { installIn } from './project.js'

/** Nothing but one file that runs, and what has to be known of it. */
const files = ['Dockerfile', 'LICENSE', 'README.md', 'licences.txt', 'mock.js', 'package.json']

export const mock: Check = {
  about: 'stablecoin-issuer-mock',
  async run({ folder, project, mock: tarball }) {
    const place = join(folder, 'mock')
    await cp(project, place, { recursive: true })
    const output = await installIn(place, tarball)
    none(/^(added 1 package in .*)?$/.test(output) ? [] : [`npm says: ${output}`])
    const found = (await readdir(join(place, 'node_modules/stablecoin-issuer-mock'))).sort()
    none(found.join() === files.join() ? [] : [`it has ${found.join(', ')}`])
    await followGuide(place)
    return `one package, ${found.length} files; started by npx as the guide has it, and called`
  },
}

/** The lines of the guide's workflow, at a port that is free. */
async function followGuide(place: string): Promise<void> {
  const file = join(root, 'test/guides/test-your-code/github-npx.yaml')
  const { steps } = parse(await readFile(file, 'utf8')) as { steps: { run: string }[] }
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const lines = steps.map(({ run }) =>
    run
      .replace('npx stablecoin-issuer-mock', `npx stablecoin-issuer-mock --port ${port}`)
      .replace('4010', String(port))
      .replace('npm test', `node calls.mjs ${url} ${url}/oauth2/token`),
  )
  await writeFile(join(place, 'calls.mjs'), program(entries['.'] ?? ''))
  // npx does not pass a signal on to what it left in the background.
  const script = ['set -e', `trap "trap '' TERM; kill 0" EXIT`, ...lines].join('\n')
  await must(['bash', '-c', script], { cwd: place })
  const log = await readFile(join(place, 'mock.log'), 'utf8')
  if (!log.includes('"path":"/v2/conversion/stablecoins"'))
    throw new Error(`the log says nothing of the calls:\n${log}`)
}
