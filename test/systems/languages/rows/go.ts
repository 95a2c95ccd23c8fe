import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { installed } from '../cache.js'
import type { Row } from '../row.js'

const version = '2.8.2'

export const oapiCodegen: Row = {
  language: 'Go',
  generator: 'oapi-codegen',
  version,
  tools: ['go'],
  folder: 'go',
  program: 'calls.go',
  async make(folder, document) {
    const bin = await installed(`oapi-codegen-${version}`, (place) => {
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`
      return must(['go', 'install', tool], { cwd: place, env: { GOBIN: place } })
    })
    await mkdir(join(folder, 'api'))
    // Its own types for answers are called like the schema PutCryptoDestinationAddressResponse.
    const options = ['-generate', 'types,client', '-response-type-suffix', 'Result']
    const output = ['-package', 'api', '-o', 'api/api.go']
    await must([join(bin, 'oapi-codegen'), ...options, ...output, document], { cwd: folder })
    return { compile: ['go', 'build', '-gcflags=-e', '-o', 'calls', '.'], call: ['./calls'] }
  },
}
