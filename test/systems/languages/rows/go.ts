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
  folders: ['go/oapi-codegen'],
  tools: ['go'],
  note: 'Pass `-response-type-suffix`: its own types for answers are called like the schema PutCryptoDestinationAddressResponse. **JSON that is read into a type loses what is not listed, and a required field that is left out is sent as `""`.**',
  async make({ folder, document }) {
    const bin = await installed(`oapi-codegen-${version}`, (place) => {
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`
      return must(['go', 'install', tool], { cwd: place, env: { GOBIN: place } })
    })
    await mkdir(join(folder, 'api'))
    const options = ['-generate', 'types,client', '-package', 'api']
    const paths = ['-response-type-suffix', 'Result', '-o', 'api/api.go', document]
    await must([join(bin, 'oapi-codegen'), ...options, ...paths], { cwd: folder })
    return {
      compile: [
        ['go', 'vet', '.', './api'],
        ['go', 'build', '-o', 'calls', '.'],
      ],
      bodies: { file: 'bodies/bodies.go', compile: ['go', 'build', '-gcflags=-e', './bodies'] },
      calls: ['./calls'],
    }
  },
}
