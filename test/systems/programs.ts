/** Builds programs that use the client, and starts them: for the suites that kill programs. */
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { outputOf, startChild } from '../support/children.js'
import { root } from '../support/run.js'

/** Makes a file or two of plain JavaScript, so that a start takes little, within the project, whose packages they import. */
export async function buildProgram(entry: string): Promise<string> {
  const outdir = join(root, 'dist', entry)
  await build({
    entryPoints: [join(root, `${entry}.ts`)],
    outdir,
    bundle: true,
    // What a program imports later, it does not load at its start.
    splitting: true,
    chunkNames: '[name]',
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
  })
  return join(outdir, `${basename(entry)}.js`)
}

/** A program that runs. */
export interface Life {
  readonly pid: number
  /** What it printed until now. */
  readonly printed: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** @throws Error where it failed by itself */
  readonly ended: Promise<void>
}

/** Starts a program, which gets its plan as JSON. */
export function live(
  program: string,
  plan: object,
  env: Record<string, string> = {},
  node = process.execPath,
): Life {
  const child = startChild([node, program, JSON.stringify(plan)], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  })
  const printed = outputOf(child)
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  const ended = closed.then(([code, signal]) => {
    if (signal !== 'SIGKILL' && code !== 0)
      throw new Error(`a program ended with ${code ?? signal ?? ''}: ${printed.stderr}`)
  })
  // It is awaited later, if at all.
  ended.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    printed: () => printed.stdout,
    kill: (signal) => child.kill(signal),
    ended,
  }
}

/** The objects among the lines that a program printed; the last line may be cut. */
export function printedBy<Printed>({ printed }: Life): Printed[] {
  const lines = printed().match(/^\{.*\}$/gm) ?? []
  return lines.map((line) => JSON.parse(line) as Printed)
}
