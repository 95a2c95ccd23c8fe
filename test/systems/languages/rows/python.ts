import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { virtualEnvironment } from '../cache.js'
import type { Row, Work } from '../row.js'

/** A row whose generator writes the package `client` with its `client.models`. */
function pythonRow(
  program: string,
  row: Omit<Row, 'language' | 'folders' | 'make' | 'tools'> & Partial<Pick<Row, 'tools'>>,
  generate: (work: Work, bin: string) => Promise<unknown>,
): Row {
  return {
    language: 'Python',
    folders: ['python'],
    tools: ['python3'],
    ...row,
    async make(work) {
      const bin = await virtualEnvironment('requirements.txt')
      await generate(work, bin)
      const mypy = [join(bin, 'mypy'), '--strict', '--implicit-reexport', '--follow-imports=silent']
      return {
        compile: [[...mypy, program]],
        bodies: { file: 'bodies.py', compile: [...mypy, 'bodies.py'] },
        calls: [join(bin, 'python'), program],
      }
    },
  }
}

export const openapiPythonClient = pythonRow(
  'calls_openapi_python_client.py',
  // The versions are those of python/requirements.txt.
  { generator: 'openapi-python-client', version: '0.29.1' },
  ({ folder, document }, bin) => {
    const command = [join(bin, 'openapi-python-client'), 'generate', '--path', document]
    return must([...command, '--output-path', 'client', '--meta', 'none'], { cwd: folder })
  },
)
