import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** The licences of what the tool's maker bundled into it, Redoc with them. */
export const notices = join(dirname(cli), '../THIRD_PARTY_NOTICES')

/** Removes the notice that Redocly prints on Node 20: it is a box, which findings never are. */
const notice = /^\s*[╔║╚].*\n?/gm

/** Runs the Redocly CLI without telemetry, and returns what it printed. */
export function redocly(...args: string[]): { code: number; output: string } {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { env: { ...process.env, ...quiet }, maxBuffer: Infinity } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], options)
  return { code: status ?? 1, output: `${String(stdout)}${String(stderr)}`.replace(notice, '') }
}
