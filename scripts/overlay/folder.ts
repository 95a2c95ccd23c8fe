import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The texts of files, by their names. */
export type Files = Readonly<Record<string, string>>

/** The files of a folder; folders in it with their names alone. Names that begin with a dot belong to other tools. */
export async function readFolder(folder: string): Promise<Files> {
  const found = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const read = found
    .filter(({ name }) => !name.startsWith('.'))
    .map(
      async (one) =>
        [one.name, one.isFile() ? await readFile(join(folder, one.name), 'utf8') : ''] as const,
    )
  return Object.fromEntries(await Promise.all(read))
}

/** The names of the files that differ from those that are made: changed, missing, or there no longer. */
export function staleNames(kept: Files, made: Files): string[] {
  return Object.keys({ ...made, ...kept }).filter((name) => kept[name] !== made[name])
}

/** Refuses a folder with files of somebody else, which would be lost. Only modules can carry the header. @throws Error */
export function assertOwn(folder: string, kept: Files, made: Files, header: string): void {
  const isOwn = ([name, text]: [string, string]) =>
    /\.[jt]s$/.test(name) ? text.startsWith(header) : Object.hasOwn(made, name)
  const others = Object.entries(kept)
    .filter((one) => !isOwn(one))
    .map(([name]) => name)
  const hasModule = Object.entries(kept).some(([, text]) => text.startsWith(header))
  const lost = hasModule ? others : Object.keys(kept)
  if (lost.length > 0)
    throw new Error(
      `${folder} has files that this command did not make: ${lost.join(', ')}. Give it a folder of its own.`,
    )
}

/** Writes the files that changed and removes those that are no longer made. */
export async function writeFiles(folder: string, kept: Files, made: Files): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of staleNames(kept, made)) {
    const text = made[name]
    if (text === undefined) await rm(join(folder, name))
    else await writeFile(join(folder, name), text)
  }
}
