import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installed } from '../cache.js'
import { must } from '../command.js'
import type { Row } from '../row.js'
import { redoclyVersion, writeRedoclyClient } from './redocly.js'

const version = '0.29.1'
const packages = [`openapi-python-client==${version}`, 'httpx==0.28.1', 'mypy==1.18.2']
/** The generator formats its output with the ruff that it finds. */
const environment = ['python3', '-m', 'venv', '.']

const lost = 'an enum value that is not listed raises ValueError, and the answer is lost.'

let python = ''

async function install(): Promise<void> {
  python = await installed(`python-${version}`, async (place) => {
    await must(environment, { cwd: place })
    const pip = [join(place, 'bin/pip'), 'install', '--quiet', ...packages]
    await must(pip, { cwd: place })
  })
}

const shared = {
  language: 'Python',
  tools: ['python3'],
  compile: ({ folder }: { folder: string }) =>
    must([join(python, 'bin/mypy'), '--strict', 'calls.py'], { cwd: folder }),
  refused: {
    file: 'refused.py',
    command: () => [join(python, 'bin/mypy'), '--strict', 'refused.py'],
  },
  calls: () => [join(python, 'bin/python'), 'calls.py'],
}

export const openapiPythonClient: Row = {
  ...shared,
  generator: 'openapi-python-client',
  version,
  folder: 'python/openapi-python-client',
  limits: [lost, 'the pattern of an amount is not checked.'],
  async generate({ folder, document }) {
    await install()
    const tool = join(python, 'bin/openapi-python-client')
    const target = ['--output-path', 'client', '--meta', 'none', '--overwrite']
    await must([tool, 'generate', '--path', document, ...target], { cwd: folder })
  },
}

export const redoclyPython: Row = {
  ...shared,
  generator: 'redocly generate-client',
  version: redoclyVersion,
  folder: 'python/redocly',
  limits: [lost, 'the pattern of an amount is not checked.'],
  async generate({ folder, document }) {
    await install()
    await writeRedoclyClient('python', document, folder)
    await rm(join(folder, 'client.ts'), { force: true })
  },
}
