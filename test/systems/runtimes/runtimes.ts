import { bun } from './bun.js'
import { chromium } from './chromium.js'
import { deno } from './deno.js'
import { node } from './node.js'
import { ownUndici } from './project.js'
import type { Runtime } from './runtime.js'
import { workerd } from './workerd.js'

/** What comes from the registry, at exact versions: the oldest that the package allows, and the newest. */
export const pinned: readonly Runtime[] = [
  node('20.19.0', '7.10.0'),
  node('20.20.2', '7.30.2'),
  node('22.13.0', '7.30.2'),
  node('22.23.3', '8.12.4'),
  node('24.21.0', '8.12.4'),
  node('26.10.0', '8.12.4'),
  node('24.21.0', ownUndici),
  node('26.10.0', ownUndici),
  bun('1.4.5'),
  deno('2.9.6'),
  workerd('1.20260730.1', '4.20260730.0', '24.21.0'),
]

export const allRuntimes = async (): Promise<readonly Runtime[]> => [...pinned, await chromium()]
