import { spawn } from 'node:child_process'

/** Runs a command and shows what it prints. @throws Error when it fails */
export function shown(
  [program = '', ...args]: readonly string[],
  folder: string,
  environment: Record<string, string> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment }
    const child = spawn(program, args, {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${[program, ...args].join(' ')} ended with ${code}`))
    })
  })
}
