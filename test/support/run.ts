import { fileURLToPath } from 'node:url'
import { outputOf, startChild } from './children.js'

/** What a program printed, and the code that it ended with. */
type Result = ReturnType<typeof outputOf> & { readonly code: number }

export interface Options {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program until it ends, in the folder of the project if in no other, and keeps what it printed. */
export function run(
  command: readonly string[],
  { cwd = root, env }: Options = {},
): Promise<Result> {
  return new Promise((resolve) => {
    const child = startChild(command, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } })
    const printed = outputOf(child)
    child.on('error', ({ message }) =>
      resolve({ ...printed, code: 127, stderr: message, output: message }),
    )
    child.on('close', (code) => resolve({ ...printed, code: code ?? 1 }))
  })
}

/** Runs a command that has to succeed. */
export async function must(command: readonly string[], options?: Options): Promise<Result> {
  const result = await run(command, options)
  if (result.code !== 0)
    throw new Error(
      `${command.join(' ')} ended with ${result.code}:\n${result.output.slice(-4000)}`,
    )
  return result
}

/** The command that runs a script of the project. */
export function script(name: string, ...args: string[]): string[] {
  return [process.execPath, '--import', 'tsx', `scripts/${name}.ts`, ...args]
}
