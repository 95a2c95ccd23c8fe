import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

/** With REQUIRE_TOOLS set, a tool that is missing fails its tests; without it they are skipped. */
export const toolsAreRequired = (process.env['REQUIRE_TOOLS'] ?? '') !== ''

/** The path of the first of these programs that is on this machine. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** Whether a program is not on this machine, and need not be. Debian puts some where only root looks. */
export const lacks = (program: string): boolean =>
  !toolsAreRequired && findProgram(program, `../sbin/${program}`) === undefined

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What the machine, or the network, does not have. */
export class Missing extends Error {}

/** Gives what a test needs, and skips the test where that is missing and need not be there. */
export async function needed<What>(
  { skip }: Pick<TestContext, 'skip'>,
  what: Promise<What>,
): Promise<What> {
  try {
    return await what
  } catch (error) {
    if (!(error instanceof Missing) || toolsAreRequired) throw error
    if (error.cause instanceof Error) console.error(error.cause.message)
    return skip(error.message)
  }
}
