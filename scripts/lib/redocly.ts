import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const cli = resolve('@redocly/cli/bin/cli.js')

/** The licences of what the tool's maker bundled into it, Redoc with them. */
export const notices = join(dirname(cli), '../THIRD_PARTY_NOTICES')

/** Removes the notice that Redocly prints on Node 20: it is a box, which findings never are. */
const notice = /^\s*[╔║╚].*\n?/gm

/** Runs the Redocly CLI without telemetry and returns what it printed. */
export function redocly(
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { env: { ...process.env, ...quiet }, maxBuffer: Infinity }
  return new Promise((resolve) => {
    const command = [cli, ...args]
    const { stdin } = execFile(process.execPath, command, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, stdout: stdout.replace(notice, ''), stderr: stderr.replace(notice, '') })
    })
    stdin?.end()
  })
}
