import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { virtualEnvironment } from '../cache.js'
import type { Row, Work } from '../row.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'

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

async function runOpenapiGenerator({ folder, document }: Work): Promise<void> {
  const properties = ['packageName=client', 'hideGenerationTimestamp=true']
  await openapiGenerator('python', document, join(folder, 'generated'), properties)
  await rename(join(folder, 'generated/client'), join(folder, 'client'))
}

const byOpenapiGenerator = {
  version: openapiGeneratorVersion,
  tools: ['python3', 'java', 'mvn'],
  // An enum inside another schema is a string to the types.
  accepted: ['market'],
} as const

export const otherPythonRows: readonly Row[] = [
  pythonRow(
    'calls_openapi_generator.py',
    {
      ...byOpenapiGenerator,
      generator: 'OpenAPI Generator (python)',
      note: 'Its models are to be read from JSON: a constructor drops what it does not know.',
    },
    runOpenapiGenerator,
  ),
  pythonRow(
    'calls_openapi_generator.py',
    {
      ...byOpenapiGenerator,
      generator: 'OpenAPI Generator (python), 3.0 form',
      form: 'openapi-3.0.json',
      note: '**Take the 3.1 form**: only from this one do its models drop what they do not know when they are read from JSON.',
    },
    runOpenapiGenerator,
  ),
  pythonRow(
    'calls_datamodel.py',
    { generator: 'datamodel-code-generator (models)', version: '0.89.0' },
    async ({ folder, document }, bin) => {
      await mkdir(join(folder, 'client'))
      await writeFile(join(folder, 'client/__init__.py'), 'from .models import *')
      const model = ['--output-model-type', 'pydantic_v2.BaseModel', '--use-annotated']
      const style = ['--target-python-version', '3.11', '--formatters', 'builtin']
      const paths = ['--input', document, '--output', 'client/models.py']
      const command = [join(bin, 'datamodel-codegen'), '--input-file-type', 'openapi']
      await must([...command, ...paths, ...model, ...style], { cwd: folder })
    },
  ),
]
