import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed } from './cache.js'
import { must } from './command.js'

/** A virtual environment with the packages that a file of python/ lists; gives the folder of its programs. */
export async function virtualEnvironment(requirements: string): Promise<string> {
  const file = fileURLToPath(new URL(`python/${requirements}`, import.meta.url))
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 8)
  const name = `${requirements.replace('.txt', '')}-${digest}`
  const place = await installed(`python-${name}`, async (folder) => {
    await must(['python3', '-m', 'venv', '.'], { cwd: folder })
    const pip = [join(folder, 'bin/pip'), 'install', '--quiet', '--requirement', file]
    await must(pip, { cwd: folder })
  })
  return join(place, 'bin')
}
