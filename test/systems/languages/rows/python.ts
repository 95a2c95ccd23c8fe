import { join } from 'node:path'
import { must, root } from '../../../support/run.js'
import { installedFrom } from '../cache.js'
import type { Row } from '../row.js'

const requirements = join(root, 'test/systems/languages/python/requirements.txt')

export const openapiPythonClient: Row = {
  language: 'Python',
  generator: 'openapi-python-client',
  // As in python/requirements.txt.
  version: '0.29.1',
  tools: ['python3'],
  folder: 'python',
  program: 'calls.py',
  async make(folder, document) {
    const place = await installedFrom('python', [requirements], async (cwd) => {
      await must(['python3', '-m', 'venv', '.'], { cwd })
      await must(['bin/pip', 'install', '--quiet', '--requirement', requirements], { cwd })
    })
    const bin = join(place, 'bin')
    const generate = [join(bin, 'openapi-python-client'), 'generate', '--path', document]
    await must([...generate, '--output-path', 'client', '--meta', 'none'], { cwd: folder })
    const mypy = [join(bin, 'mypy'), '--strict', '--implicit-reexport', '--follow-imports=silent']
    return { compile: [...mypy, 'calls.py'], call: [join(bin, 'python'), 'calls.py'] }
  },
}
