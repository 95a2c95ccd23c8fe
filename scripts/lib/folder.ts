import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The texts of files, by their names. */
export type Files = Readonly<Record<string, string>>

/** The files of a folder; folders in it with their names alone. Names that begin with a dot belong to other tools. */
export async function readFolder(folder: string): Promise<Files> {
  const exists = await stat(folder).then(Boolean, () => false)
  const entries = exists ? await readdir(folder, { withFileTypes: true }) : []
  const own = entries.filter(({ name }) => !name.startsWith('.'))
  const read = own.map(async (one) => {
    const text = one.isFile() ? await readFile(join(folder, one.name), 'utf8') : ''
    return [one.name, text] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** The names of the files that differ from those that are made: changed, missing, or there no longer. */
export function staleNames(kept: Files, made: Files): string[] {
  return Object.keys({ ...made, ...kept }).filter((name) => kept[name] !== made[name])
}

/** Writes the files that changed and removes those that are no longer made. */
export async function writeFiles(folder: string, kept: Files, made: Files): Promise<void> {
  await mkdir(folder, { recursive: true })
  // The main module is written last: until then the one before knows the data that it replaces.
  for (const [name, text] of Object.entries(made).reverse())
    if (kept[name] !== text) await writeFile(join(folder, name), text)
  for (const name of Object.keys(kept)) if (made[name] === undefined) await rm(join(folder, name))
}
