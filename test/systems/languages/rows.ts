import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../support/run.js'
import { cacheFolder, installed } from './cache.js'
import type { Row } from './row.js'
import { openapiGeneratorJava, openapiGeneratorKotlin } from './rows/openapi-generator.js'
import { openapiPythonClient } from './rows/python.js'
import { heyApi } from './rows/typescript.js'

const goVersion = '2.8.2'

const oapiCodegen: Row = {
  language: 'Go',
  generator: 'oapi-codegen',
  version: goVersion,
  folders: ['go/oapi-codegen'],
  tools: ['go'],
  note: 'Pass `-response-type-suffix`: its own types for answers are called like the schema PutCryptoDestinationAddressResponse. **JSON that is read into a type loses what is not listed, and a required field that is left out is sent as `""`.**',
  async make({ folder, document }) {
    const bin = await installed(`oapi-codegen-${goVersion}`, (place) => {
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${goVersion}`
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

const rustVersion = '0.15.1'

const progenitor: Row = {
  language: 'Rust',
  generator: 'progenitor',
  version: rustVersion,
  folders: ['rust'],
  form: 'openapi-3.0.json',
  tools: ['cargo', 'rustc'],
  note: 'It reads OpenAPI 3.0 only.',
  async make({ folder, document }) {
    const bin = await installed(`progenitor-${rustVersion}`, installProgenitor)
    const options = ['--output', 'client', '--name', 'client', '--version', '0.0.0']
    const tool = [join(bin, 'bin/cargo-progenitor'), 'progenitor', '--input', document]
    await must([...tool, ...options], { cwd: folder })
    const target = await cacheFolder(`rust-progenitor-${rustVersion}`)
    const build = ['cargo', 'build', '--quiet', '--target-dir', target, '--bin']
    return {
      compile: [[...build, 'calls']],
      bodies: { file: 'bodies.rs', compile: [...build, 'bodies'] },
      calls: [join(target, 'debug/calls')],
    }
  },
}

async function installProgenitor(place: string): Promise<void> {
  const built = join(place, 'target')
  const tool = ['cargo-progenitor', '--version', rustVersion, '--locked']
  await must(['cargo', 'install', ...tool, '--debug', '--quiet', '--root', place], {
    cwd: place,
    env: { CARGO_TARGET_DIR: built, CARGO_PROFILE_DEV_DEBUG: '0' },
  })
  await rm(built, { recursive: true, force: true })
}

/** One generator for each language. */
export const rows: readonly Row[] = [
  heyApi,
  openapiPythonClient,
  oapiCodegen,
  openapiGeneratorJava,
  openapiGeneratorKotlin,
  progenitor,
]
