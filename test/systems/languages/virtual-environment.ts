import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from '../../support/run.js'
import { installedFrom } from './cache.js'

/**
 * A virtual environment with the packages that a file lists, which is one of python/ or has a whole URL; gives the
 * folder of its programs.
 */
export async function virtualEnvironment(requirements: string): Promise<string> {
  const file = fileURLToPath(new URL(requirements, new URL('python/', import.meta.url)))
  const place = await installedFrom(`python-${basename(file, '.txt')}`, [file], async (folder) => {
    await must(['python3', '-m', 'venv', '.'], { cwd: folder })
    const pip = [join(folder, 'bin/pip'), 'install', '--quiet', '--requirement', file]
    await must(pip, { cwd: folder })
  })
  return join(place, 'bin')
}
