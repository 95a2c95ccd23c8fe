import { endChild, startChild } from '../../support/children.js'

export interface Result {
  readonly code: number
  readonly stdout: string
  readonly output: string
}

export interface Options {
  readonly cwd: string
  readonly env?: Record<string, string>
  /** Milliseconds after which it is ended, with all that it has started. */
  readonly timeout?: number
}

/** Runs a command and keeps what it printed. */
export function run(command: readonly string[], { cwd, env, timeout }: Options): Promise<Result> {
  return new Promise((resolve) => {
    const child = startChild(command, { cwd, env: { ...process.env, ...env } })
    const timer = timeout && setTimeout(endChild, timeout, child)
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (error) => {
      resolve({ code: 127, stdout, output: error.message })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, stdout, output })
    })
  })
}

/** Runs a command that has to succeed. */
export async function must(command: readonly string[], options: Options): Promise<Result> {
  const result = await run(command, options)
  if (result.code !== 0)
    throw new Error(
      `${command.join(' ')} ended with ${result.code}:\n${result.output.slice(-4000)}`,
    )
  return result
}

/** The tools of a list that are not on this machine. */
export async function missing(tools: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    tools.map(async (tool) => {
      const { code } = await run([tool, tool === 'go' ? 'version' : '--version'], { cwd: '.' })
      return code === 127
    }),
  )
  return tools.filter((_, index) => found[index])
}
