import { join } from 'node:path'
import { must, run } from '../command.js'
import type { Row, Work } from '../row.js'
import { virtualEnvironment } from '../virtual-environment.js'
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
