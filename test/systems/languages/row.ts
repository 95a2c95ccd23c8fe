import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { must, root } from '../../support/run.js'
import { inFolder } from '../../support/runs.js'
import type { Rule } from './outcome.js'

/** Where a row works: a folder of its own that holds its programs, and the document to read. */
export interface Work {
  readonly folder: string
  readonly document: string
}

type Command = readonly string[]

/** The programs of a row, once a client is generated for them. */
interface Programs {
  /** Compile the program that makes calls, and the client with it. */
  readonly compile: readonly Command[]
  /** Compiles a file of bodies, whose marked lines the types have to refuse. Without types there is none. */
  readonly bodies?: { readonly file: string; readonly compile: Command }
  /** Makes the calls of the file CALLS, a line each, with the token TOKEN, and prints a line for each. */
  readonly calls: Command
}

export type Form = 'openapi.json' | 'openapi-3.0.json'

/** A generator of a language, and how its users generate, compile and run. */
export interface Row {
  readonly language: string
  readonly generator: string
  readonly version: string
  /** The folders of its programs, below test/systems/languages. */
  readonly folders: readonly string[]
  /** @default 'openapi.json' */
  readonly form?: Form
  readonly tools: readonly string[]
  /** Rules whose marked lines its types let through, where rows share their bodies. */
  readonly accepted?: readonly Rule[]
  /** The option that its user needs, or the danger in it. */
  readonly note?: string
  make(work: Work): Promise<Programs>
}

/** A copy of folders of programs, with the form of the document that they are given, or another document. */
export function withPrograms<Result>(
  folders: readonly string[],
  document: string | undefined,
  use: (work: Work) => Promise<Result>,
): Promise<Result> {
  return inFolder('languages', async (folder) => {
    for (const programs of folders)
      await cp(join(root, 'test/systems/languages', programs), folder, { recursive: true })
    return use({ folder, document: resolve(root, 'generated', document ?? 'openapi.json') })
  })
}

/** Generates the client of a row and compiles its program. */
export async function makePrograms(row: Row, work: Work): Promise<Programs> {
  const programs = await row.make(work)
  for (const command of programs.compile) await must(command, { cwd: work.folder })
  return programs
}
