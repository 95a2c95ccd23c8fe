import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageJson } from './java-script.js'

/** The texts of files, by their names. */
export type Files = Readonly<Record<string, string>>

/** The files of a folder; folders in it with their names alone. Names that begin with a dot belong to other tools. */
export async function readFolder(folder: string): Promise<Files> {
  const exists = await stat(folder).then(Boolean, () => false)
  const found = exists ? await readdir(folder, { withFileTypes: true }) : []
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

/** The first words of each module that the command makes. */
export const mark = '// Made by stablecoin-issuer-overlay'

/** Refuses a folder with somebody else's files. Data has no mark: it is ours beside a module of ours. @throws Error */
export function assertOwn(folder: string, kept: Files, made: Files): void {
  const files = Object.entries(kept)
  const isMarked = ([, text]: [string, string]) => text.startsWith(mark)
  const isData = ([name, text]: [string, string]) =>
    text === packageJson || (!/\.[jt]s$/.test(name) && Object.hasOwn(made, name))
  const isOurs = files.some(isMarked)
  const others = files.filter((file) => !isMarked(file) && !(isOurs && isData(file)))
  const names = others.map(([name]) => name).join(', ')
  if (names !== '')
    throw new Error(
      `${folder} has files that this command did not make: ${names}. Name another folder.`,
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
