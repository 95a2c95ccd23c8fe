import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '../../../support/run.js'
import { installed } from '../cache.js'
import type { Row } from '../row.js'

const version = '0.15.1'

export const progenitor: Row = {
  language: 'Rust',
  generator: 'progenitor',
  version,
  tools: ['cargo', 'rustc'],
  folder: 'rust',
  program: 'calls.rs',
  // It reads no other.
  form: 'openapi-3.0.json',
  async make(folder, document) {
    const bin = await installed(`progenitor-${version}`, installProgenitor)
    const options = ['--output', 'client', '--name', 'client', '--version', '0.0.0']
    const tool = [join(bin, 'bin/cargo-progenitor'), 'progenitor', '--input', document]
    await must([...tool, ...options], { cwd: folder })
    // What the client depends on is built once.
    const target = await installed(`rust-progenitor-${version}`, () => Promise.resolve())
    return {
      compile: ['cargo', 'build', '--quiet', '--target-dir', target],
      call: [join(target, 'debug/calls')],
    }
  },
}

async function installProgenitor(place: string): Promise<void> {
  const built = join(place, 'target')
  const tool = ['cargo-progenitor', '--version', version, '--locked']
  await must(['cargo', 'install', ...tool, '--debug', '--quiet', '--root', place], {
    cwd: place,
    env: { CARGO_TARGET_DIR: built, CARGO_PROFILE_DEV_DEBUG: '0' },
  })
  await rm(built, { recursive: true, force: true })
}
