import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { cacheFolder, installed } from '../cache.js'
import type { Row, Work } from '../row.js'
import { openapiGenerator, openapiGeneratorVersion } from './openapi-generator.js'

const progenitorVersion = '0.15.1'

let target = ''
const build = (name: string): string[] => ['cargo', 'build', '--quiet', '--bin', name]

const shared = {
  language: 'Rust',
  tools: ['cargo', 'rustc'],
  async compile({ folder }: Work): Promise<string[]> {
    const { output } = await must(build('calls'), {
      cwd: folder,
      env: { CARGO_TARGET_DIR: target },
    })
    return output.split('\n').filter((line) => line.startsWith('warning:'))
  },
  refused: {
    file: 'refused.rs',
    command: () => [...build('refused'), '--target-dir', target],
  },
  calls: () => [join(target, 'debug/calls')],
}

const lost = 'An enum value that is not listed cannot be read, and the answer is lost.'

export const openapiGeneratorRust: Row = {
  ...shared,
  generator: 'OpenAPI Generator (rust, reqwest)',
  version: openapiGeneratorVersion,
  folder: 'rust/openapi-generator',
  tools: [...shared.tools, 'java', 'mvn'],
  limits: [lost, 'The pattern of an amount is not checked.'],
  async generate({ folder, document }) {
    target = await cacheFolder(`rust-openapi-generator-${openapiGeneratorVersion}`)
    // Without TLS, which a mock on loopback does not speak and which takes a minute to build.
    const properties = ['supportAsync=false', 'reqwestDefaultFeatures=']
    await openapiGenerator('rust', document, join(folder, 'client'), properties)
  },
}

export const progenitor: Row = {
  ...shared,
  generator: 'progenitor',
  version: progenitorVersion,
  folder: 'rust/progenitor',
  document: 'openapi-3.0.json',
  limits: ['It reads OpenAPI 3.0 only: it is given `generated/openapi-3.0.json`.', lost],
  async generate({ folder, document }) {
    const bin = await installed(`progenitor-${progenitorVersion}`, installProgenitor)
    target = await cacheFolder(`rust-progenitor-${progenitorVersion}`)
    const options = ['--output', 'client', '--name', 'client', '--version', '0.0.0']
    const tool = join(bin, 'bin/cargo-progenitor')
    await must([tool, 'progenitor', '--input', document, ...options], { cwd: folder })
  },
}

async function installProgenitor(place: string): Promise<void> {
  const built = join(place, 'target')
  const tool = ['cargo-progenitor', '--version', progenitorVersion, '--locked']
  await must(['cargo', 'install', ...tool, '--debug', '--quiet', '--root', place], {
    cwd: place,
    env: { CARGO_TARGET_DIR: built, CARGO_PROFILE_DEV_DEBUG: '0' },
  })
  await rm(built, { recursive: true, force: true })
}
