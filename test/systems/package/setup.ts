import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { pack } from './project.js'

/** Packs once for all files. `PACKED=FOLDER` has tarballs that were packed, such as those of a release. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  const { PACKED } = process.env
  project.provide('packed', await pack(folder, PACKED && resolve(PACKED)))
  return () => rm(folder, { recursive: true })
}
