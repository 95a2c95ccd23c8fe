import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { must, run } from '../../../support/run.js'
import type { Row, Work } from '../row.js'
import { virtualEnvironment } from '../virtual-environment.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'
import { redoclyVersion, writeRedoclyClient } from './redocly.js'

const version = '0.29.1' // as in python/requirements.txt

const lost = 'An enum value that is not listed raises ValueError, and the answer is lost.'

let bin = ''

const shared = {
  language: 'Python',
  tools: ['python3'],
  async compile({ folder }: Work): Promise<string[]> {
    const mypy = [join(bin, 'mypy'), '--strict', 'calls.py']
    const { output } = await run(mypy, { cwd: folder })
    const errors = output.split('\n').filter((line) => line.includes(': error:'))
    if (errors.some((line) => line.startsWith('calls.py')) || !/^(Success|Found \d)/m.test(output))
      throw new Error(output)
    return errors
  },
  refused: {
    file: 'refused.py',
    command: () => [join(bin, 'mypy'), '--strict', '--follow-imports=silent', 'refused.py'],
  },
  calls: () => [join(bin, 'python'), 'calls.py'],
}

export const openapiPythonClient: Row = {
  ...shared,
  generator: 'openapi-python-client',
  version,
  folder: 'python/openapi-python-client',
  limits: [lost, 'The pattern of an amount is not checked.'],
  async generate({ folder, document }) {
    bin = await virtualEnvironment('requirements.txt')
    const tool = join(bin, 'openapi-python-client')
    const target = ['--output-path', 'client', '--meta', 'none', '--overwrite']
    await must([tool, 'generate', '--path', document, ...target], { cwd: folder })
  },
}

export const redoclyPython: Row = {
  ...shared,
  generator: 'redocly generate-client',
  version: redoclyVersion,
  folder: 'python/redocly',
  limits: [
    lost,
    'The pattern of an amount is not checked, and an enum inside another schema (`market`) is a plain string.',
    'Its own code for pages, unused here, does not pass `mypy --strict`.',
  ],
  async generate({ folder, document }) {
    bin = await virtualEnvironment('requirements.txt')
    await writeRedoclyClient('python', document, folder)
  },
}

async function shareProgram({ folder, root }: Work): Promise<void> {
  await cp(join(root, 'test/systems/languages/python/shared'), folder, { recursive: true })
}

const constructor =
  '**A constructor drops what it does not know**: past mypy a misspelt reference is lost, and `id` with network and address is an update of `id`.'
const newline =
  '`$` of a pattern stands before a newline at the end as well: the amount `1\\n` goes out.'
const dropsJson =
  '**So does a model that is read from JSON, only in this form**: take the 3.1 form, in which it passes on what is not listed, and the service refuses it.'

const byOpenapiGenerator: Row = {
  ...shared,
  generator: 'OpenAPI Generator (python)',
  version: openapiGeneratorVersion,
  folder: 'python/openapi-generator',
  tools: [...shared.tools, 'java', 'mvn'],
  limits: [],
  async generate(work) {
    bin = await virtualEnvironment('requirements.txt')
    await shareProgram(work)
    const properties = ['packageName=client', 'hideGenerationTimestamp=true']
    await openapiGenerator('python', work.document, join(work.folder, 'generated'), properties)
    await cp(join(work.folder, 'generated/client'), join(work.folder, 'client'), {
      recursive: true,
    })
  },
}

export const openapiGeneratorPython: Row = {
  ...byOpenapiGenerator,
  limits: [constructor, newline, lost],
}

export const openapiGeneratorPython30: Row = {
  ...byOpenapiGenerator,
  generator: 'OpenAPI Generator (python), 3.0 form',
  document: 'openapi-3.0.json',
  limits: [constructor, dropsJson, newline, lost],
}

const datamodelVersion = '0.89.0' // as in python/requirements.txt

export const datamodelCodeGenerator: Row = {
  ...shared,
  generator: 'datamodel-code-generator (models)',
  version: datamodelVersion,
  folder: 'python/datamodel-code-generator',
  limits: [lost],
  async generate(work) {
    bin = await virtualEnvironment('requirements.txt')
    await shareProgram(work)
    const model = ['--output-model-type', 'pydantic_v2.BaseModel', '--use-annotated']
    const style = ['--target-python-version', '3.11', '--formatters', 'builtin']
    const paths = ['--input', work.document, '--output', 'client.py']
    const tool = join(bin, 'datamodel-codegen')
    await must([tool, '--input-file-type', 'openapi', ...paths, ...model, ...style], {
      cwd: work.folder,
    })
  },
}
