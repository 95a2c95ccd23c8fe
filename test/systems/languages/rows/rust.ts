import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { cacheFolder, installed } from '../cache.js'
import type { Row } from '../row.js'

const version = '0.15.1'

export const progenitor: Row = {
  language: 'Rust',
  generator: 'progenitor',
  version,
  folders: ['rust'],
  form: 'openapi-3.0.json',
  tools: ['cargo', 'rustc'],
  note: 'It reads OpenAPI 3.0 only.',
  async make({ folder, document }) {
    const bin = await installed(`progenitor-${version}`, install)
    const options = ['--output', 'client', '--name', 'client', '--version', '0.0.0']
    const tool = [join(bin, 'bin/cargo-progenitor'), 'progenitor', '--input', document]
    await must([...tool, ...options], { cwd: folder })
    const target = await cacheFolder(`rust-progenitor-${version}`)
    const build = ['cargo', 'build', '--quiet', '--target-dir', target, '--bin']
    return {
      compile: [[...build, 'calls']],
      bodies: { file: 'bodies.rs', compile: [...build, 'bodies'] },
      calls: [join(target, 'debug/calls')],
    }
  },
}

async function install(place: string): Promise<void> {
  const built = join(place, 'target')
  const tool = ['cargo-progenitor', '--version', version, '--locked']
  await must(['cargo', 'install', ...tool, '--debug', '--quiet', '--root', place], {
    cwd: place,
    env: { CARGO_TARGET_DIR: built, CARGO_PROFILE_DEV_DEBUG: '0' },
  })
  await rm(built, { recursive: true, force: true })
}
