/** The programs that the suites kill: how they are built, and started with a plan. */
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { root, start, type Started } from '../../support/run.js'

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
export interface Life extends Pick<Started, 'child' | 'printed'> {
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
  const started = start([node, program, JSON.stringify(plan)], { env })
  const ended = started.ended.then(({ code, signal, stderr }) => {
    if (signal !== 'SIGKILL' && code !== 0)
      throw new Error(`a program ended with ${signal ?? code}: ${stderr}`)
  })
  // It is awaited later, if at all.
  ended.catch(() => undefined)
  return { ...started, ended }
}

/** The objects among the lines that a program printed; the last line may be cut. */
export function printedBy<Printed>({ printed }: Life): Printed[] {
  const lines = printed.stdout.match(/^\{.*\}$/gm) ?? []
  return lines.map((line) => JSON.parse(line) as Printed)
}
