import { fileURLToPath } from 'node:url'
import { startChild } from './children.js'

export interface Result {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program from the folder of the project until it ends. */
export function run(
  command: readonly string[],
  environment: Record<string, string> = {},
): Promise<Result> {
  return runIn(root, command, environment)
}

/** The same, from another folder. */
export function runIn(
  cwd: string,
  command: readonly string[],
  environment: Record<string, string> = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_OPTIONS: '', ...environment }
    const child = startChild(command, { cwd, env })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({ code, stdout, stderr })
    })
  })
}

/** The command that runs a script of the project. */
export function script(name: string, ...args: string[]): string[] {
  return [process.execPath, '--import', 'tsx', `scripts/${name}.ts`, ...args]
}
