import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

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
