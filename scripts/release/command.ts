import { spawnSync } from 'node:child_process'

/** Runs a command and shows what it prints. @throws Error when it fails */
export function shown(
  [program = '', ...args]: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): void {
  const env = { ...process.env, ...environment }
  const { status, error } = spawnSync(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw error ?? new Error(`${[program, ...args].join(' ')} ended with ${status}`)
}
