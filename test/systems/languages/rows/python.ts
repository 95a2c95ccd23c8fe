import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { virtualEnvironment } from '../cache.js'
import type { Row } from '../row.js'

export const openapiPythonClient: Row = {
  language: 'Python',
  generator: 'openapi-python-client',
  // As in python/requirements.txt.
  version: '0.29.1',
  tools: ['python3'],
  folder: 'python',
  program: 'calls.py',
  async make(folder, document) {
    const bin = await virtualEnvironment('requirements.txt')
    const generate = [join(bin, 'openapi-python-client'), 'generate', '--path', document]
    await must([...generate, '--output-path', 'client', '--meta', 'none'], { cwd: folder })
    const mypy = [join(bin, 'mypy'), '--strict', '--implicit-reexport', '--follow-imports=silent']
    return { compile: [...mypy, 'calls.py'], call: [join(bin, 'python'), 'calls.py'] }
  },
}
