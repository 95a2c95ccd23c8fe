import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../support/run.js'
import { installed } from './cache.js'

/**
 * A virtual environment with the packages that a file lists, which is one of python/ or has a whole URL; gives the
 * folder of its programs.
 */
export async function virtualEnvironment(requirements: string): Promise<string> {
  const file = fileURLToPath(new URL(requirements, new URL('python/', import.meta.url)))
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 8)
  const name = `${basename(file, '.txt')}-${digest}`
  const place = await installed(`python-${name}`, async (folder) => {
    await must(['python3', '-m', 'venv', '.'], { cwd: folder })
    const pip = [join(folder, 'bin/pip'), 'install', '--quiet', '--requirement', file]
    await must(pip, { cwd: folder })
  })
  return join(place, 'bin')
}
