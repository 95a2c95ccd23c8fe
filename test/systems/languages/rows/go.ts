import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { installed } from '../cache.js'
import type { Row, Work } from '../row.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'
import { redoclyVersion, writeRedoclyClient } from './redocly.js'

const version = '2.8.2'

const shared = {
  language: 'Go',
  tools: ['go'],
  async compile({ folder }: Work): Promise<string[]> {
    await must(['go', 'vet', '.', './api'], { cwd: folder })
    await must(['go', 'build', '-o', 'calls', '.'], { cwd: folder })
    return []
  },
  refused: {
    file: 'refused/refused.go',
    command: () => ['go', 'build', '-gcflags=-e', './refused'],
  },
  calls: () => ['./calls'],
}

const open = 'A literal of an enum type may be any string: a side that is not listed is sent.'
const zero =
  'A required field that a literal leaves out is sent as "", which is a string: nobody refuses a conversion without profile_id.'

export const oapiCodegen: Row = {
  ...shared,
  generator: 'oapi-codegen',
  version,
  folder: 'go/oapi-codegen',
  limits: [
    'It needs `-response-type-suffix`: its own types for answers are called like the schema PutCryptoDestinationAddressResponse.',
    'A union is raw JSON that may be empty, and its Merge methods put one alternative into the other.',
    open,
    zero,
  ],
  async generate({ folder, document }) {
    const bin = await installed(`oapi-codegen-${version}`, (place) => {
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`
      return must(['go', 'install', tool], { cwd: place, env: { GOBIN: place } })
    })
    await mkdir(join(folder, 'api'))
    const options = ['-generate', 'types,client', '-package', 'api']
    const clash = ['-response-type-suffix', 'Result']
    const tool = join(bin, 'oapi-codegen')
    await must([tool, ...options, ...clash, '-o', 'api/api.go', document], { cwd: folder })
  },
}

export const redoclyGo: Row = {
  ...shared,
  generator: 'redocly generate-client',
  version: redoclyVersion,
  folder: 'go/redocly',
  limits: ['A union is `any`: only the service refuses a wrong one.', open, zero],
  async generate({ folder, document }) {
    await mkdir(join(folder, 'api'))
    await writeRedoclyClient('go', document, folder, '--go-package', 'api')
    await rename(join(folder, 'client.go'), join(folder, 'api/client.go'))
  },
}

export const openapiGeneratorGo: Row = {
  ...shared,
  generator: 'OpenAPI Generator (go), 3.0 form',
  version: openapiGeneratorVersion,
  folder: 'go/openapi-generator',
  document: 'openapi-3.0.json',
  tools: ['go', 'java', 'mvn'],
  limits: [
    'From the 3.0 form it refuses fields that are not listed where it reads JSON; from the 3.1 form each body has a map for more of them, which is sent.',
    '**A union has a pointer for each alternative, and sends the first that is set**: of both at once, an update of `id`.',
    open,
    zero,
    'An enum value that is not listed is an error, and the answer is lost.',
  ],
  async generate({ folder, document }) {
    await openapiGenerator('go', document, join(folder, 'generated'), ['packageName=api'])
    await mkdir(join(folder, 'api'))
    const sources = await readdir(join(folder, 'generated'))
    for (const name of sources.filter((one) => one.endsWith('.go')))
      await rename(join(folder, 'generated', name), join(folder, 'api', name))
  },
}
